import { describe, expect, test } from 'vitest';
import { ledgerFaults, makeInstructor, makePerson, type TestApp } from '#support/start-app.ts';
import { startForWeeks } from '#support/taught-lessons.ts';

let app: TestApp;
startForWeeks((started) => {
  app = started;
});

const card = { method: 'card', cardNumber: '4242424242424242' };

/** A pair whose lessons are paid by card. */
async function pair() {
  const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
  return {
    teacher,
    learner,
    async pay(start: string, durationMinutes = 60) {
      const lesson = await learner.collection('lessons').create({ instructor: teacher.id, start, durationMinutes });
      await learner.collection('payments').create({ lesson: lesson.id, ...card });
      return lesson.id;
    },
  };
}

const statusOf = async (id: string) =>
  (await app.db.query('select status from lessons where id = $1', [id]))[0]?.status;
const entriesOf = async (lesson: string, kind = 'settlement') =>
  (
    await app.db.query<{ account: string; cents: number }>(
      `select split_part(e.account, ':', 1) as account, e."amountCents"::int as cents from ledger_entries e
       join ledger_transactions t on t.id = e.transaction where t.lesson = $1 and t.kind = $2 order by e.id`,
      [lesson, kind],
    )
  ).map(({ account, cents }) => `${account} ${cents}`);

describe('a lesson that took place', () => {
  test('[rule 21] closes 24 hours after its end and not a minute before; [rule 20] S$66.00 are S$59.40 and a fee of S$6.60', async () => {
    const { pay } = await pair();
    const lesson = await pay('2026-11-23T02:00:00Z');
    app.clock.set('2026-11-24T02:59:00Z');
    await app.app.sweepers.runDue();
    expect([await statusOf(lesson), await entriesOf(lesson)]).toEqual(['confirmed', []]);
    app.clock.set('2026-11-24T03:00:00Z');
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    // Nobody started it: that is no missed lesson.
    expect(await statusOf(lesson)).toBe('closed');
    expect(await entriesOf(lesson)).toEqual(['held 6600', 'instructor_payable -5940', 'platform_fees -660']);
    const [payable] = await app.db.query('select "amountCents", "payableFrom" from payables where lesson = $1', [
      lesson,
    ]);
    expect(payable).toEqual({ amountCents: 5940, payableFrom: new Date('2026-11-26T03:00:00Z') });
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('[rule 20] the fee falls to 5 % after ten paid hours of a pair: the seventh 90 minutes have one hour at 10 % and half of one at 5 %', async () => {
    const { pay } = await pair();
    // Six lessons of 90 minutes are nine hours; the seventh has an hour at 10 % and half an hour at 5 %.
    for (let day = 1; day <= 7; day++) await pay(`2026-12-0${day}T02:00:00Z`, 90);
    const last = await pay('2026-12-08T02:00:00Z', 90);
    app.clock.set('2026-12-20T00:00:00Z');
    await app.app.sweepers.runDue();
    const fees = await app.db.query<{ feeCents: number }>(
      `select "feeCents" from settlements s where (s.instructor, s.learner) = (select instructor, learner from lessons where id = $1) order by _seq`,
      [last],
    );
    expect(fees.map(({ feeCents }) => feeCents)).toEqual([990, 990, 990, 990, 990, 990, 825, 495]);
  });

  test('is settled once, however many close it', async () => {
    const { pay } = await pair();
    const lesson = await pay('2026-12-22T02:00:00Z');
    app.clock.set('2026-12-24T00:00:00Z');
    const { closeLessons } = await import('./close-lessons.ts');
    await Promise.all([1, 2, 3].map(() => closeLessons(app.app.engine, app.clock.nowMs())));
    expect(await entriesOf(lesson)).toHaveLength(3);
  });
});

test('a lesson that can’t be closed holds none of those that are due with it, and is closed once it can be', async () => {
  const pairs = [await pair(), await pair(), await pair()];
  const lessons: string[] = [];
  for (const { pay } of pairs) lessons.push(await pay('2026-12-24T02:00:00Z'));
  const [first = '', faulty = ''] = lessons;
  const states = () => Promise.all(lessons.map(statusOf));
  await app.db.query(`alter table settlements add constraint poison check (lesson <> '${faulty}')`);
  app.clock.set('2026-12-25T04:00:00Z');
  await app.app.sweepers.runDue();
  expect(await states()).toEqual(['closed', 'confirmed', 'closed']);
  expect(await entriesOf(first)).toEqual(['held 6600', 'instructor_payable -5940', 'platform_fees -660']);
  expect(await entriesOf(faulty)).toEqual([]);
  await app.db.query('alter table settlements drop constraint poison');
  await app.app.sweepers.runDue();
  expect(await states()).toEqual(['closed', 'closed', 'closed']);
  expect(await ledgerFaults(app.db)).toEqual([]);
});

describe('a lesson that a superuser says is over', () => {
  test.each(['completed', 'closed', 'no_show_learner'])(
    'as %s is settled at once, and closing it does nothing more',
    async (status) => {
      const { pay } = await pair();
      const lesson = await pay('2026-12-26T02:00:00Z');
      await app.root.collection('lessons').update(lesson, { status });
      expect(await entriesOf(lesson)).toEqual(['held 6600', 'instructor_payable -5940', 'platform_fees -660']);
    },
  );

  test('is settled when its payment is written down later', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const given = { instructor: teacher.id, learner: learner.id, start: '2026-01-05T02:00:00Z', durationMinutes: 60 };
    const lesson = await app.root.collection('lessons').create({ ...given, status: 'completed', priceCents: 5000 });
    expect(await entriesOf(lesson.id)).toEqual([]);
    await app.root.collection('payments').create({ lesson: lesson.id, method: 'card' });
    expect(await entriesOf(lesson.id)).toEqual(['held 5000', 'instructor_payable -4500', 'platform_fees -500']);
    await app.app.sweepers.runDue();
    expect([await statusOf(lesson.id), await entriesOf(lesson.id)]).toEqual([
      'closed',
      ['held 5000', 'instructor_payable -4500', 'platform_fees -500'],
    ]);
  });

  test('and then cancelled by its instructor gives everything back, out of what the instructor and the platform had', async () => {
    const { pay } = await pair();
    const lesson = await pay('2026-12-27T02:00:00Z');
    await app.root.collection('lessons').update(lesson, { status: 'completed' });
    await app.root.collection('lessons').update(lesson, { status: 'cancelled_by_instructor' });
    expect((await entriesOf(lesson)).slice(3)).toEqual(['held -6600', 'instructor_payable 5940', 'platform_fees 660']);
    expect(await entriesOf(lesson, 'refund')).toEqual(['held 6600', 'refunds_due -6600']);
    expect(await ledgerFaults(app.db)).toEqual([]);
  });

  test('that nobody paid moves no money', async () => {
    const [teacher, learner] = await Promise.all([makeInstructor(app), makePerson(app)]);
    const given = { instructor: teacher.id, learner: learner.id, start: '2026-12-28T02:00:00Z', durationMinutes: 60 };
    const lesson = await app.root.collection('lessons').create(given);
    for (const status of ['cancelled_by_learner', 'completed', 'cancelled_by_instructor']) {
      await app.root.collection('lessons').update(lesson.id, { status });
    }
    expect(await entriesOf(lesson.id)).toEqual([]);
  });
});
