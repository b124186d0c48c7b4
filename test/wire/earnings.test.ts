import type PocketBase from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyPackage, makeSeller } from '#support/packages.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
let teacher: Teacher;
let other: Teacher;
let learner: PocketBase & { id: string };
let lessons: string[];

const december = { from: '2026-12-01', to: '2027-01-01' };
const ask = (client: PocketBase, query: Record<string, string> = december) =>
  client.send('/api/marketplace/earnings', { query });

async function payLesson(client: PocketBase, start: string, more: Record<string, unknown> = {}): Promise<string> {
  const usual = { instructor: teacher.id, durationMinutes: 60 };
  const lesson = await client.collection('lessons').create({ ...usual, start, ...more });
  await client.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
  return lesson.id;
}

beforeAll(async () => {
  app = await startApp();
  [teacher, other, learner] = await Promise.all([makeInstructor(app), makeInstructor(app), makePerson(app)]);
  lessons = [
    await payLesson(learner, '2026-12-01T02:00:00Z', { durationMinutes: 90 }),
    await payLesson(learner, '2026-12-02T02:00:00Z'),
    await payLesson(learner, '2026-12-31T02:00:00Z'),
  ];
  await payLesson(learner, '2027-01-02T02:00:00Z');
  await app.root.collection('lessons').update(lessons[0] ?? '', { status: 'completed' });
});
afterAll(() => app.close());

describe('the earnings of an instructor', () => {
  test('come from the ledger: what is settled, what is held with the fee it will bear, and what was paid out', async () => {
    const earnings = await ask(teacher.client);
    expect(earnings.instructor.id).toBe(teacher.id);
    expect(earnings.totals).toEqual({
      lessons: 3,
      grossCents: 23_100,
      feeCents: 2310,
      netCents: 20_790,
      pendingCents: 11_880,
      paidOutCents: 0,
    });
    expect(earnings.items.map((item: Record<string, unknown>) => [item.lesson, item.state, item.netCents])).toEqual([
      [lessons[2], 'pending', 5940],
      [lessons[1], 'pending', 5940],
      [lessons[0], 'settled', 8910],
    ]);
    expect(earnings.items[2].learner.id).toBe(learner.id);
    expect(earnings.payouts).toEqual([]);
  });

  test('say of each lesson which rule its fee follows, settled or not', async () => {
    const { items } = await ask(teacher.client);
    const figures = { firstPercent: 10, firstHours: 10, laterPercent: 5, capCents: 12_000 };
    expect(items.map(({ feeRule }: Record<string, unknown>) => feeRule)).toEqual([
      { reason: 'first', ...figures },
      { reason: 'first', ...figures },
      { reason: 'first', ...figures },
    ]);
  });

  test('[rule 20] count what was taken of a package with the learner’s fees from then on: the forecast without a lesson before, none of an older lesson', async () => {
    const [seller, person] = await Promise.all([makeSeller(app), makePerson(app)]);
    const pack = await buyPackage(app, person, seller, { minutes: 300 });
    const fees = async () =>
      (await ask(seller.client)).items.map((item: { feeCents: number; feeRule: { reason: string } }) => [
        item.feeCents,
        item.feeRule.reason,
      ]);
    const lesson = await payLesson(person, '2026-12-03T02:00:00Z', { instructor: seller.id });
    await app.db.query('update package_purchases set "_keptFeeCents" = 11900 where id = $1', [pack.id]);
    expect(await fees()).toEqual([[100, 'cap']]);
    // Without it the lesson is settled; it is taken after that.
    await app.db.query('update package_purchases set "_keptFeeCents" = 0 where id = $1', [pack.id]);
    await app.root.collection('lessons').update(lesson, { status: 'completed' });
    await app.db.query('update package_purchases set "_keptFeeCents" = 11900 where id = $1', [pack.id]);
    // As of a lesson across the last of the first hours.
    await app.db.query('update settlements set "feeCents" = 500 where lesson = $1', [lesson]);
    expect(await fees()).toEqual([[660, 'across']]);
  });

  test('of this month are what the dashboard says, to the cent', async () => {
    const taught = await payLesson(learner, '2026-11-25T02:00:00Z', { instructor: other.id, durationMinutes: 90 });
    await payLesson(learner, '2026-11-30T02:00:00Z', { instructor: other.id });
    await app.root.collection('lessons').update(taught, { status: 'completed' });
    const [{ totals }, dashboard] = await Promise.all([
      ask(other.client, { from: '2026-11-01', to: '2026-12-01' }),
      other.client.send('/api/marketplace/dashboard', { query: { view: 'instructor' } }),
    ]);
    expect(totals).toMatchObject({ lessons: 2, netCents: 14_850 });
    expect([dashboard.totals.lessonsThisMonth, dashboard.totals.earnedThisMonthCents]).toEqual([2, totals.netCents]);
  });

  test('open to the entries of the ledger behind each lesson, which sum to zero', async () => {
    const { items } = await ask(teacher.client, { ...december, state: 'settled' });
    expect(items[0].ledger.map((line: Record<string, unknown>) => [line.kind, line.account, line.amountCents])).toEqual(
      [
        ['payment', 'provider_clearing', 9900],
        ['payment', 'held', -9900],
        ['settlement', 'held', 9900],
        ['settlement', 'instructor_payable', -8910],
        ['settlement', 'platform_fees', -990],
      ],
    );
  });

  test('say what is payable now, what waits for its date, and what the next Wednesday brings', async () => {
    const { balance } = await ask(teacher.client);
    expect(balance).toEqual({ payableCents: 0, waitingCents: 8910, minimumPayoutCents: 2000, nextPayout: null });
    const early = await makeInstructor(app);
    const given = { instructor: early.id, learner: learner.id, start: '2026-11-21T01:00:00Z', durationMinutes: 60 };
    const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed' });
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    // It ends at 10:00 on Saturday and is payable from 10:00 on Tuesday on.
    expect((await ask(early.client)).balance).toEqual({
      payableCents: 0,
      waitingCents: 5940,
      minimumPayoutCents: 2000,
      nextPayout: { date: '2026-11-25', amountCents: 5940 },
    });
  });

  test('are searched, filtered, sorted and paged; the sums stay those of the span', async () => {
    const found = await ask(teacher.client, { ...december, sort: 'netCents', perPage: '1', page: '3' });
    expect([found.totalItems, found.totalPages, found.items[0].lesson]).toEqual([3, 3, lessons[0]]);
    const none = await ask(teacher.client, { ...december, q: 'nobody of that name' });
    expect([none.totalItems, none.totals.lessons]).toEqual([0, 3]);
    expect((await ask(teacher.client, { ...december, state: 'pending' })).totalItems).toBe(2);
  });

  test('come by local day, and by month where there are more than 35 days, also where there was nothing', async () => {
    const byDay = (await ask(teacher.client)).overTime;
    expect([byDay.unit, byDay.parts.length]).toEqual(['day', 31]);
    expect(byDay.parts.filter(({ lessons }: { lessons: number }) => lessons > 0)).toMatchObject([
      { date: '2026-12-01', lessons: 1, grossCents: 9900 },
      { date: '2026-12-02', lessons: 1, grossCents: 6600 },
      { date: '2026-12-31', lessons: 1, grossCents: 6600 },
    ]);
    const { overTime, totals } = await ask(teacher.client, { from: '2026-11-01', to: '2027-03-01' });
    expect(overTime.parts.map(({ date, lessons }: { date: string; lessons: number }) => [date, lessons])).toEqual([
      ['2026-11-01', 0],
      ['2026-12-01', 3],
      ['2027-01-01', 1],
      ['2027-02-01', 0],
    ]);
    const sum = overTime.parts.reduce((all: number, { netCents }: { netCents: number }) => all + netCents, 0);
    expect(sum).toBe(totals.netCents);
  });

  test('without a span are those of the local month', async () => {
    const earnings = await ask(teacher.client, {});
    expect([earnings.from, earnings.to]).toEqual(['2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z']);
    expect(earnings.totals.lessons).toBe(0);
  });

  test('are a CSV file, in order of time and in the instructor’s own zone', async () => {
    const answer = await fetch(`${app.url}/api/marketplace/earnings.csv?from=2026-12-01&to=2027-01-01`, {
      headers: { Authorization: teacher.client.authStore.token },
    });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="kerbside-earnings.csv"');
    const lines = (await answer.text()).split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toMatch(/^2026-12-01,10:00,90,Person \d+,completed,99\.00,9\.90,89\.10,settled,[a-z0-9]{15},10%$/);
  });
});

describe('who may read earnings', () => {
  test('is the instructor, an admin or a superuser who names the instructor, and nobody else', async () => {
    const admin = await makePerson(app, { role: 'admin' });
    const named = { ...december, instructor: teacher.id };
    for (const client of [teacher.client, admin, app.root]) {
      expect((await ask(client, named)).totals.lessons).toBe(3);
    }
    expect((await refusalOf(ask(app.guest()))).status).toBe(401);
    for (const client of [learner, other.client]) expect((await refusalOf(ask(client, named))).status).toBe(403);
    expect((await refusalOf(ask(admin, { instructor: 'nobody' }))).status).toBe(404);
  });

  test('somebody without a profile has none, and another instructor has own ones', async () => {
    const none = await ask(learner);
    expect([none.instructor, none.totals.lessons, none.items]).toEqual([null, 0, []]);
    const own = await ask(other.client);
    expect([own.instructor.id, own.totals.grossCents]).toEqual([other.id, 0]);
  });

  test('nonsense is refused with a code at the parameter', async () => {
    const nonsense: Array<[query: Record<string, string>, field: string, code: string]> = [
      [{ from: 'soon' }, 'from', 'validation_invalid_value'],
      [{ from: '2026-12-01', to: '2026-12-01' }, 'to', 'validation_invalid_value'],
      [{ from: '2020-01-01', to: '2026-12-01' }, 'to', 'span_too_long'],
      [{ state: 'gone' }, 'state', 'validation_in_invalid'],
      [{ sort: 'password' }, 'sort', 'validation_in_invalid'],
    ];
    for (const [query, field, code] of nonsense) {
      const { status, data } = await refusalOf(ask(teacher.client, query));
      expect([status, data[field]?.code], JSON.stringify(query)).toEqual([400, code]);
    }
  });
});
