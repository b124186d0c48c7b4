import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInstructor, makePerson, startApp, type Teacher, type TestApp } from '../support/start-app.ts';

let app: TestApp;
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makePerson>>;

/** What would tell of the person, if it stood anywhere. */
const traces = ['Xiulan', '98765432', 'Zibeth', 'xiulan@kerbside.example'];

/** Has somebody leave something of themselves in every way there is. */
async function leaveTraces(): Promise<Person> {
  const person = await makePerson(app, { email: 'xiulan@kerbside.example' });
  await person.collection('users').update(person.id, {
    name: 'Xiulan Quek',
    firstName: 'Xiulan',
    phone: '+65 98765432',
    bio: 'Zibeth',
    location: 'Zibeth',
  });
  const make = (name: string, body: object) => person.collection(name).create(body);
  const asRoot = (name: string, body: object) => app.root.collection(name).create(body);
  const times = ['2026-11-23T10:00:00+08:00', '2026-11-24T10:00:00+08:00', '2026-11-25T10:00:00+08:00'];
  const lessons: string[] = [];
  for (const start of times) {
    const { id } = await make('lessons', {
      instructor: teacher.id,
      start,
      durationMinutes: 60,
      pickup: 'Zibeth Road 7',
      postalCode: '460085',
      note: 'Zibeth, I am nervous',
    });
    await make('payments', { lesson: id, method: 'card', cardNumber: '4242424242424242' });
    lessons.push(id);
  }
  const [first = '', second = '', third = ''] = lessons;
  const { id: conversation } = await make('conversations', { instructor: teacher.id });
  await make('messages', { conversation, text: 'Zibeth writes' });
  const asked = await makePerson(app);
  const another = { category: 'other', subject: 'About a lesson', text: 'Who was it?' };
  const ofTeacher = await teacher.client.collection('support_requests').create(another);
  for (const [kind, record] of [
    ['person', person.id],
    ['lesson', lessons[0]],
  ]) {
    expect(await asRoot('support_joins', { request: ofTeacher.id, kind, record })).toMatchObject({
      label: 'Xiulan Quek',
    });
  }
  // To others who read of the person, and one to them that the mail server has not taken so far.
  await app.db.query(
    `insert into _mails (key, "to", subject, message, status, attempts, created) values
       ($1, $2, 'Xiulan waits', '{"subject": "Xiulan waits", "html": "", "text": "Zibeth"}', 'failed', 16, now()),
       (null, 'xiulan@kerbside.example', 'Hi', '{"subject": "Hi", "html": "", "text": "Zibeth, once more"}', 'queued', 3, now())`,
    [`lesson_news:${lessons[1]}`, `${asked.id}@kerbside.example`],
  );
  await make('support_requests', { category: 'other', subject: 'Zibeth asks', text: 'Zibeth asks more' });
  await make('push_subscriptions', {
    endpoint: 'https://fcm.googleapis.com/fcm/send/Zibeth',
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
    device: 'Zibeth phone',
  }).catch(() => undefined);
  // Whoever was asked to take over reads the name in a notification.
  const taker = await makeInstructor(app);
  const handOver = { learner: person.id, fromInstructor: teacher.id, toInstructor: taker.id };
  await make('hand_overs', { ...handOver, note: 'Zibeth moves to Bedok' });
  await make('waitlist_entries', { licenceClass: '3A', areas: ['Bedok'], windows: [] }).catch(() => undefined);
  await make('reschedules', { lesson: second, start: '2026-11-26T10:00:00+08:00', reason: 'Zibeth is ill' }).catch(
    () => undefined,
  );
  await make('cancellations', { lesson: third, reason: 'Zibeth moves away' });
  await app.root.collection('lessons').update(first, { status: 'completed' });
  await app.root.collection('lessons').update(second, { status: 'no_show_learner' });
  await asRoot('lesson_logs', { lesson: first, skills: [], notes: 'Zibeth brakes late' });
  await make('reviews', { lesson: first, rating: 5, text: 'Calm' });
  const noShow = await asRoot('no_shows', { lesson: second, missing: 'learner', text: 'Xiulan was not there' });
  await tellOf(`no_show_settled:${noShow.id}:instructor`, asked.id);
  await asRoot('no_show_contests', { noShow: noShow.id, text: 'Zibeth was there' });
  const claim = {
    lesson: first,
    learner: person.id,
    instructor: teacher.id,
    kind: 'safety',
    text: 'Zibeth felt unsafe',
  };
  const { id } = await asRoot('claims', claim);
  const said = await asRoot('claim_statements', { claim: id, author: person.id, text: 'Zibeth says' });
  await tellOf(`claim_statement:${said.id}`, asked.id);
  for (const lesson of [first, second]) await app.root.collection('lessons').update(lesson, { status: 'closed' });
  const own = { instructor: teacher.id, name: 'Xiulan Quek', phone: '98765432', note: 'Zibeth, since March' };
  const { id: ownLearner } = await teacher.client.collection('own_learners').create(own);
  await app.db.query('update own_learners set "user" = $2 where id = $1', [ownLearner, person.id]);
  const paid = { ownLearner, amountCents: 5000, method: 'cash', paidOn: '2026-11-20', note: 'Zibeth paid late' };
  await teacher.client.collection('own_payments').create(paid);
  const admin = await makePerson(app, { role: 'admin' });
  const report = { name: 'x', type: 'security', from: '2026-11-01', to: '2026-11-30' };
  const wanted = [
    ...['csv', 'xlsx', 'pdf'].map((format) => ({ format })),
    { type: 'performance' },
    { type: 'analytics' },
  ];
  for (const one of wanted) {
    const { id: file } = await admin.collection('reports').create({ ...report, ...one });
    await expect.poll(async () => (await admin.collection('reports').getOne(file)).status).toBe('ready');
  }
  return person;
}

/** A mail to somebody else with a name in it, by its key. */
async function tellOf(key: string, to: string): Promise<void> {
  await app.db.query(
    `insert into _mails (key, "to", subject, message, status, attempts, created)
     values ($1, $2, 'Missed', '{"subject": "Missed", "html": "", "text": "Xiulan"}', 'failed', 16, now())`,
    [key, `${to}@kerbside.example`],
  );
}

/** Every row of the database in which a word stands, by its table. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const tables = await app.db.query<{ name: string }>(
    `select quote_ident(nspname) || '.' || quote_ident(relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and nspname in ('public', 'pgboss')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.db.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike any ($1::text[])`,
      [words.map((word) => `%${word}%`)],
    );
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found;
}

async function filesWith(words: readonly string[]): Promise<string[]> {
  const { files } = app.app.engine;
  const found: string[] = [];
  for (const key of await files.list()) {
    const text = Buffer.from((await files.get(key))?.bytes ?? []).toString('utf8');
    if (words.some((word) => text.includes(word))) found.push(key);
  }
  return found;
}

test('[25.30] of a closed account no table and no file tells any more, but what staff did and the goodbye, nor once a backup of before is restored', {
  timeout: 60_000,
}, async () => {
  const person = await leaveTraces();
  expect((await rowsWith(traces)).length).toBeGreaterThan(10);
  await app.root.backups.create('before.zip');
  const { plan } = await person.send('/api/marketplace/close-account', { method: 'GET' });
  const body = { confirmation: 'xiulan@kerbside.example', password: 'learner-password', plan };
  expect(await person.send('/api/marketplace/close-account', { method: 'POST', body })).toEqual({ outcome: 'erased' });
  // The goodbye, and what pages that listen are still told of what is gone, go a day later.
  // Twice, as the last of it may be told while the clock moves.
  for (const _day of [1, 2]) {
    app.clock.advance(25 * 60);
    await app.app.sweepers.runDue();
  }
  const left = await rowsWith(traces);
  expect(left.filter((row) => !row.startsWith('public.audit_entries '))).toEqual([]);
  expect(await filesWith(traces)).toEqual([]);
  // What names them is gone in every form; what names others only is not touched.
  const reports = await app.db.query('select type from reports order by type');
  expect(reports).toEqual([{ type: 'analytics' }, { type: 'performance' }]);

  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  await app.root.backups.restore('before.zip');
  await app.app.engine.backups.done();
  const [restored] = await app.db.query('select state, message from _restores order by id desc limit 1');
  expect(restored).toEqual({ state: 'done', message: '' });
  const back = await rowsWith(traces);
  // What pages that listen are still told of.
  const isTold = (row: string) => /^public\.(?:audit_entries|_gone_records) /.test(row);
  expect(back.filter((row) => !isTold(row))).toEqual([]);
  expect(await filesWith(traces)).toEqual([]);
});

test('of people whom an instructor wrote down nothing is left when the instructor leaves', async () => {
  // The session from the beginning is days old by now.
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  const leaving = await makeInstructor(app);
  const learner = await makePerson(app);
  const lesson = { instructor: leaving.id, learner: learner.id, start: '2026-11-02T10:00:00+08:00', status: 'closed' };
  await app.root.collection('lessons').create({ ...lesson, durationMinutes: 60, priceCents: 6600 });
  const own = { instructor: leaving.id, name: 'Quentin Oon', phone: '91112222', note: 'Fears Woodlands' };
  const { id: ownLearner } = await leaving.client.collection('own_learners').create(own);
  const paid = { ownLearner, amountCents: 5000, method: 'cash', paidOn: '2026-11-20', note: 'Quentin pays late' };
  await leaving.client.collection('own_payments').create(paid);
  // What the privacy page says of calendars: their addresses and when they are busy go, too, and so does the secret address of one's own.
  const outside = { instructor: leaving.id, name: 'Private', url: 'https://calendar.example.com/quentin-oon.ics' };
  const { id: calendar } = await leaving.client.collection('outside_calendars').create(outside);
  await app.db.query(
    `insert into busy_times (id, calendar, instructor, start, "end") values ('busyofleaving00', $1, $2, now(), now() + interval '1 hour')`,
    [calendar, leaving.id],
  );
  await leaving.client.send('/api/marketplace/calendar-address', { method: 'POST', body: {} });
  const body = { confirmation: `${leaving.client.id}@kerbside.example`, password: 'learner-password' };
  const answer = await leaving.client.send('/api/marketplace/close-account', { method: 'POST', body });
  expect(answer).toEqual({ outcome: 'erased' });
  // What pages that listen are told goes a day later; twice, as the last of it may be told while the clock moves.
  for (const _day of [1, 2]) {
    app.clock.advance(25 * 60);
    await app.app.sweepers.runDue();
  }
  expect(await rowsWith(['Quentin', '91112222', 'Fears Woodlands', 'busyofleaving00'])).toEqual([]);
  expect(await app.db.query('select 1 from calendar_addresses where "user" = $1', [leaving.client.id])).toEqual([]);
});

test('of somebody whom an instructor wrote down and removes again nothing is left, nor of a calendar', async () => {
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  const teacher = await makeInstructor(app);
  const own = { instructor: teacher.id, name: 'Ulric Pang', phone: '93334444', note: 'Only Sundays' };
  const { id } = await teacher.client.collection('own_learners').create(own);
  await teacher.client.collection('own_learners').delete(id);
  const outside = { instructor: teacher.id, name: 'Family', url: 'https://calendar.example.com/ulric-pang.ics' };
  const { id: calendar } = await teacher.client.collection('outside_calendars').create(outside);
  await teacher.client.collection('outside_calendars').delete(calendar);
  for (const _day of [1, 2]) {
    app.clock.advance(25 * 60);
    await app.app.sweepers.runDue();
  }
  expect(await rowsWith(['Ulric', '93334444', 'Only Sundays', 'ulric-pang'])).toEqual([]);
});

test('who calls themselves by a common word takes nothing of others along', async () => {
  const [vandal, other] = await Promise.all([makePerson(app), makePerson(app)]);
  await vandal.collection('instructors').create({ name: 'lesson' });
  await vandal.collection('users').update(vandal.id, { name: 'lesson', phone: '+6580000000' });
  await app.db.query(
    `insert into notifications (id, "user", title, message, type, created) values ('lessonnews00001', $1, 'Your lesson', 'The lesson is moved.', 'user', now())`,
    [other.id],
  );
  const { email } = await vandal.collection('users').getOne(vandal.id);
  const body = { confirmation: email, password: 'learner-password' };
  expect(await vandal.send('/api/marketplace/close-account', { method: 'POST', body })).toEqual({ outcome: 'erased' });
  expect(await other.collection('notifications').getOne('lessonnews00001')).toMatchObject({ title: 'Your lesson' });
});

test('who registers and leaves takes no report of others along; of an instructor the reports by name go', async () => {
  await app.root.collection('_superusers').authWithPassword('root@kerbside.example', 'root-password');
  const leaving = await makeInstructor(app);
  const admin = await makePerson(app, { role: 'admin' });
  const report = { name: 'x', type: 'performance', from: '2026-11-01', to: '2026-11-30', format: 'csv' };
  const { id } = await admin.collection('reports').create(report);
  await expect.poll(async () => (await admin.collection('reports').getOne(id)).status).toBe('ready');
  const stranger = await makePerson(app);
  const close = (client: Person) =>
    client.send('/api/marketplace/close-account', {
      method: 'POST',
      body: { confirmation: `${client.id}@kerbside.example`, password: 'learner-password' },
    });
  await close(stranger);
  expect(await admin.collection('reports').getOne(id)).toMatchObject({ status: 'ready' });
  await close(leaving.client);
  await expect(admin.collection('reports').getOne(id)).rejects.toMatchObject({ status: 404 });
});
