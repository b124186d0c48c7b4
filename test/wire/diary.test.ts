import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

let app: TestApp;
type Person = Awaited<ReturnType<typeof makePerson>>;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const at = (text: string) => `2026-${text}:00+08:00`;

async function scene(fields?: Record<string, unknown>): Promise<{ teacher: Teacher; learner: Person }> {
  const [teacher, learner] = await Promise.all([makeInstructor(app, fields), makePerson(app)]);
  return { teacher, learner };
}

describe('free times', () => {
  const ask = (client: { send: Person['send'] }, query: Record<string, string>) =>
    client.send(`/api/marketplace/slots?${new URLSearchParams(query)}`, { method: 'GET' });
  const day = { from: '2026-12-14T00:00:00+08:00', to: '2026-12-15T00:00:00+08:00', durationMinutes: '60' };

  test('are sorted, priced, dated in the asked zone, and change with a booking at once', async () => {
    const { teacher, learner } = await scene({ eveningSurchargePercent: 10 });
    const guest = app.guest();
    const query = { instructor: teacher.id, ...day };
    const before = await ask(guest, query);
    expect(before.items).toHaveLength(23);
    expect(before.items[0]).toEqual({
      start: '2026-12-14T00:00:00.000Z',
      end: '2026-12-14T01:00:00.000Z',
      priceCents: 6600,
      localDate: '2026-12-14',
    });
    expect(before.items.at(-1)).toMatchObject({ start: '2026-12-14T11:00:00.000Z', priceCents: 7260 });
    expect(await ask(guest, query)).toEqual(before);
    const abroad = await ask(guest, { ...query, timezone: 'America/New_York' });
    expect(abroad.items.map((item: { start: string }) => item.start)).toEqual(
      before.items.map((item: { start: string }) => item.start),
    );
    expect(abroad.items[0].localDate).toBe('2026-12-13');
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: teacher.id, start: at('12-14T10:00'), durationMinutes: 60 });
    const after = await ask(guest, query);
    expect(after.items).toHaveLength(20);
    expect(after.calendarVersion).toBeGreaterThan(before.calendarVersion);
    expect((await ask(learner, { ...query, lesson: lesson.id })).items).toHaveLength(23);
    expect((await refusalOf(ask(guest, { ...query, lesson: lesson.id }))).status).toBe(404);
    app.clock.advance(16);
    expect((await ask(guest, query)).items).toHaveLength(23);
  });

  test('are refused for nonsense with a code at the parameter', async () => {
    const { teacher } = await scene();
    const query = { instructor: teacher.id, ...day };
    const nonsense: Array<[change: Record<string, string>, field: string]> = [
      [{ from: 'soon' }, 'from'],
      [{ to: day.from }, 'to'],
      [{ to: '2027-06-01T00:00:00Z' }, 'to'],
      [{ durationMinutes: '0' }, 'durationMinutes'],
      [{ durationMinutes: '75' }, 'durationMinutes'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
    ];
    for (const [change, field] of nonsense) {
      const refusal = await refusalOf(ask(app.guest(), { ...query, ...change }));
      expect([refusal.status, Object.keys(refusal.data)]).toEqual([400, [field]]);
    }
    expect((await refusalOf(ask(app.guest(), { ...query, instructor: 'nobody000000000' }))).status).toBe(404);
  });
});

describe('diary records', () => {
  test('are refused where they say nothing possible', async () => {
    const { teacher } = await scene();
    const own = teacher.client;
    const codes = async (collection: string, body: Record<string, unknown>) =>
      Object.entries(
        (await refusalOf(own.collection(collection).create({ instructor: teacher.id, ...body }))).data,
      ).map(([field, { code }]) => `${field}: ${code}`);
    expect(await codes('availability_rules', { weekday: 1, startMinute: 600, endMinute: 600 })).toEqual([
      'endMinute: validation_invalid_value',
    ]);
    expect(await codes('time_off', { start: at('12-02T10:00'), end: at('12-02T09:00') })).toEqual([
      'end: validation_invalid_value',
    ]);
    expect(await codes('availability_overrides', { date: '2026-02-30', windows: [] })).toEqual([
      'date: validation_invalid_value',
    ]);
    expect(await codes('availability_overrides', { date: '2026-12-02', windows: [{ startMinute: 600 }] })).toEqual([
      'windows: validation_invalid_value',
    ]);
    await own.collection('availability_overrides').create({ instructor: teacher.id, date: '2026-12-02', windows: [] });
    expect(await codes('availability_overrides', { date: '2026-12-02', windows: [] })).toContain(
      'date: validation_not_unique',
    );
    const stranger = await makePerson(app);
    const foreign = stranger
      .collection('availability_rules')
      .create({ instructor: teacher.id, weekday: 1, startMinute: 0, endMinute: 60 });
    expect((await refusalOf(foreign)).status).toBe(400);
  });
});

test('a diary has as many rules, changed days and times off ahead as it may, and not one more; what is over is not counted', async () => {
  const { teacher } = await scene({ rules: [] });
  const insert = (table: string, columns: string, values: string, count: number) =>
    app.db.query(
      `insert into ${table} (id, instructor, ${columns}, created, updated)
       select substr(md5('${table} ${count} ' || n), 1, 15), $1, ${values}, now(), now() from generate_series(1, ${count}) n`,
      [teacher.id],
    );
  await insert('availability_rules', 'weekday, "startMinute", "endMinute"', 'n % 7, n, n + 1', 199);
  await insert('availability_overrides', 'date', `to_char(date '2026-12-01' + n, 'YYYY-MM-DD')`, 799);
  await insert('availability_overrides', 'date', `to_char(date '2020-01-01' + n, 'YYYY-MM-DD')`, 100);
  await insert(
    'time_off',
    'start, "end"',
    `timestamptz '2027-01-01' + n * interval '1 hour', timestamptz '2027-01-01 01:00' + n * interval '1 hour'`,
    499,
  );
  await insert('time_off', 'start, "end"', `timestamptz '2020-01-01', timestamptz '2020-01-02'`, 100);
  const instructor = teacher.id;
  const entries: Array<[name: string, entry: Record<string, unknown>, field: string]> = [
    ['availability_rules', { instructor, weekday: 1, startMinute: 600, endMinute: 660 }, 'weekday'],
    ['availability_overrides', { instructor, date: '2026-11-30', windows: [] }, 'date'],
    ['time_off', { instructor, start: at('12-24T10:00'), end: at('12-24T11:00') }, 'start'],
  ];
  for (const [name, entry, field] of entries) {
    await teacher.client.collection(name).create(entry);
    const next = name === 'availability_overrides' ? { ...entry, date: '2026-11-29' } : entry;
    const refusal = await refusalOf(teacher.client.collection(name).create(next));
    expect(refusal.data[field]).toMatchObject({ code: 'too_many_entries' });
  }
});

test('[25.53] an instructor is told once a day when staff change their hours, and of what they change themselves never', async () => {
  const { teacher } = await scene();
  const admin = await makePerson(app, { role: 'admin' });
  // Tests move the clock by days, and tokens of superusers end.
  const told = async () => {
    const rows = await app.db.query('select 1 from notifications where "user" = $1 and link = $2', [
      teacher.client.id,
      '/dashboard/schedule',
    ]);
    return rows.length;
  };
  const off = { instructor: teacher.id, start: at('12-20T00:00'), end: at('12-27T00:00') };
  await teacher.client.collection('time_off').create(off);
  expect(await told()).toBe(0);
  const { id } = await admin.collection('time_off').create(off);
  expect(await told()).toBe(1);
  await admin.collection('time_off').update(id, { reason: 'Holiday' });
  await admin.collection('time_off').delete(id);
  expect(await told()).toBe(1);
  app.clock.advance(24 * 60);
  await admin.collection('users').authWithPassword(`${admin.id}@kerbside.example`, 'learner-password');
  const [rule] = await app.db.query('select id from availability_rules where instructor = $1', [teacher.id]);
  await admin.collection('availability_rules').delete(String(rule?.id));
  expect(await told()).toBe(2);
});
