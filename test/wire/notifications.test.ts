import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notifyOnce } from '#marketplace/talk/notifications/notify-once.ts';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;

let app: TestApp;
let teacher: Teacher;
let provider: Server;
/** What the provider of text messages answers for a number, and what it was given. */
let answers: Record<string, { status: number; body: object }>;
/** The number after whose message the connection breaks. */
let resets = '';
let texts: Array<{ path: string | undefined; authorization: string | undefined; form: Record<string, string> }>;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      texts.push({ path: request.url, authorization: request.headers.authorization, form });
      if (form.To === resets) return response.destroy();
      const { status, body } = answers[form.To ?? ''] ?? { status: 201, body: { sid: 'SM1' } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  app = await startApp({ twilioUrl: `http://AC1:to%20ken@127.0.0.1:${port}?from=%2B6580000000` });
  teacher = await makeInstructor(app);
});
afterAll(async () => {
  await app.close();
  provider.close();
});
beforeEach(() => {
  answers = {};
  resets = '';
  texts = [];
  app.clock.set('2026-11-21T10:00:00+08:00');
});

async function personWith(choice: Record<string, boolean>, phone = ''): Promise<Person> {
  const person = await makePerson(app);
  await person.collection('notification_preferences').update(person.id, choice);
  // A superuser says that it is proved; by a code: proved-phones.test.ts.
  if (phone) await app.root.collection('users').update(person.id, { phone, phoneProved: '2026-11-20 00:00:00Z' });
  return person;
}

let day = 0;

/** A lesson of that learner, confirmed and begun, that its instructor logs: the learner is told so, which nothing depends on. */
async function logLesson(learner: Person): Promise<void> {
  day += 1;
  const start = `2026-10-${String(day).padStart(2, '0')}T02:00:00Z`;
  const lesson = await app.root
    .collection('lessons')
    .create({ instructor: teacher.id, learner: learner.id, start, durationMinutes: 60, status: 'in_progress' });
  await teacher.client.collection('lesson_logs').create({ lesson: lesson.id, skills: [], notes: 'Well done' });
}

const mailsTo = (person: Person) =>
  app.db.query<{ subject: string; message: { text: string } }>(
    'select subject, message from _mails where "to" = $1 order by id',
    [`${person.id}@kerbside.example`],
  );

const deliveriesOf = (person: Person) =>
  app.db.query(
    `select d.channel, d.status from _deliveries d join notifications n on n.id = d.notification
     where n."user" = $1 order by d.channel`,
    [person.id],
  );

describe('preferences', () => {
  test('come with each account: mail about everything but advertising', async () => {
    const person = await makePerson(app);
    const [row, ...others] = await person.collection('notification_preferences').getFullList();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      user: person.id,
      email: true,
      push: false,
      sms: false,
      sound: false,
      account: true,
      billing: true,
      system: true,
      marketing: false,
    });
  });

  test('are one row a person, and nobody else can make or move it', async () => {
    const [person, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const mine = person.collection('notification_preferences');
    expect((await refusalOf(mine.create({ user: person.id }))).data.user?.code).toBe('validation_not_unique');
    expect((await refusalOf(mine.create({ user: other.id }))).status).toBe(400);
    expect((await refusalOf(mine.update(person.id, { user: other.id }))).data.user?.code).toBe('not_allowed');
    expect((await refusalOf(mine.update(other.id, { email: false }))).status).toBe(404);
  });

  test('can be written anew by their person where an old backup had none', async () => {
    const person = await makePerson(app);
    await app.db.query('delete from notification_preferences where "user" = $1', [person.id]);
    await logLesson(person);
    await app.app.sweepers.runDue();
    expect(await mailsTo(person)).toHaveLength(1);
    const made = await person.collection('notification_preferences').create({ user: person.id, email: true });
    expect(made).toMatchObject({ user: person.id, email: true, billing: false });
  });
});

test.each(['constructor', '__proto__'])(
  'somebody whose language is %s is told in English, and keeps nobody else from being told',
  async (language) => {
    const [person, other] = await Promise.all([makePerson(app), makePerson(app)]);
    await logLesson(person);
    await person.collection('users').update(person.id, { language });
    await logLesson(other);
    await app.app.sweepers.runDue();
    await logLesson(person);
    await app.app.sweepers.runDue();
    expect([(await mailsTo(other)).length, (await mailsTo(person)).length]).toEqual([1, 2]);
  },
);

describe('[204, 205] what is told', () => {
  test('goes by mail unless the person switched mail, or the category, off', async () => {
    const [plain, noMail, noAccount] = await Promise.all([
      makePerson(app),
      personWith({ email: false }),
      personWith({ account: false }),
    ]);
    for (const person of [plain, noMail, noAccount]) await logLesson(person);
    await app.app.sweepers.runDue();
    await app.app.sweepers.runDue();
    const counts = await Promise.all([plain, noMail, noAccount].map(async (person) => (await mailsTo(person)).length));
    expect(counts).toEqual([1, 0, 0]);
    const [mail] = await mailsTo(plain);
    expect(mail?.subject).toBe('Lesson logged');
    expect(mail?.message.text).toContain('http://kerbside.example/dashboard/notifications');
    for (const person of [plain, noMail, noAccount]) {
      expect((await person.collection('notifications').getFullList()).map(({ title }) => title)).toEqual([
        'Lesson logged',
      ]);
    }
  });

  test('goes by mail in any case when a booking or its money depends on it', async () => {
    const strict = await makeInstructor(app, { instantBooking: false });
    const learner = await personWith({ email: false, account: false, billing: false });
    const lesson = await learner
      .collection('lessons')
      .create({ instructor: strict.id, start: '2026-12-20T02:00:00Z', durationMinutes: 60 });
    await learner.collection('payments').create({ lesson: lesson.id, method: 'card', cardNumber: '4242424242424242' });
    await strict.client.collection('approvals').create({ lesson: lesson.id, decision: 'decline', reason: 'Ill' });
    await app.app.sweepers.runDue();
    expect((await mailsTo(learner)).map(({ subject }) => subject)).toEqual([
      'Lesson requested',
      'Lesson not confirmed',
    ]);
  });

  test('is not sent to who turned it off before it went out, or has read it', async () => {
    const [changed, reader] = await Promise.all([makePerson(app), makePerson(app)]);
    await logLesson(changed);
    await logLesson(reader);
    await changed.collection('notification_preferences').update(changed.id, { email: false });
    const [unread] = await reader.collection('notifications').getFullList();
    await reader.collection('notifications').update(unread?.id ?? '', { read: true });
    await app.app.sweepers.runDue();
    expect([await mailsTo(changed), await mailsTo(reader)]).toEqual([[], []]);
    expect(await deliveriesOf(reader)).toEqual([{ channel: 'email', status: 'dropped' }]);
  });
});

/** Tells somebody several things at once. */
async function tell(user: string, times: number, topic = 'news'): Promise<void> {
  const { engine } = app.app;
  const write = () => ({ title: 'News', message: 'Of you.' });
  const all = Array.from({ length: times }, (_, time) => ({
    user,
    write,
    link: '/dashboard',
    key: `${topic}:${user}:${time}`,
  }));
  await engine.db.transaction((tx) => notifyOnce(engine, tx, all));
  await app.app.sweepers.runDue();
}

const statusesOf = async (to: Person) => (await deliveriesOf(to)).map(({ status }) => status);

describe('text messages', () => {
  test('go to the number in the account, by the provider, with the way to the lesson', async () => {
    const person = await personWith({ sms: true, email: false }, '8123 4567');
    await logLesson(person);
    await app.app.sweepers.runDue();
    await expect.poll(() => deliveriesOf(person)).toEqual([{ channel: 'sms', status: 'sent' }]);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatchObject({
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:to ken').toString('base64')}`,
      form: { To: '+6581234567', From: '+6580000000' },
    });
    expect(texts[0]?.form.Body).toMatch(/^Kerbside: Lesson logged\. .* http:\/\/kerbside\.example\/dashboard\//);
  });

  test('are thirty a day of one account, and to one number: nobody proved that it is theirs', async () => {
    const [person, other] = [
      await personWith({ sms: true, email: false }, '8123 9999'),
      await personWith({ sms: true, email: false }, '8123 9999'),
    ];
    await tell(person.id, 31);
    await expect.poll(() => statusesOf(person)).not.toContain('queued');
    expect((await statusesOf(person)).filter((status) => status === 'sent')).toHaveLength(30);
    await tell(other.id, 1);
    await expect.poll(() => statusesOf(other)).toEqual(['dropped']);
    expect(texts).toHaveLength(30);
  });

  test('that the provider refused are none of the thirty', async () => {
    const person = await personWith({ sms: true, email: false }, '8123 8888');
    answers = { '+6581238888': { status: 400, body: { code: 21_211, message: 'Not a valid number' } } };
    await tell(person.id, 31, 'refused');
    await expect.poll(() => statusesOf(person)).not.toContain('queued');
    answers = {};
    await tell(person.id, 1, 'sent');
    await expect.poll(() => statusesOf(person)).toContain('sent');
  });

  test.each([
    ['a connection that broke', '+6581238881', 0, 1],
    ['a failure of what stands before the provider', '+6581238882', 502, 1],
    ['a refusal for now', '+6581238883', 429, 0],
  ])('count after %s as far as they may have gone out', async (_, to, status, counted) => {
    const person = await personWith({ sms: true, email: false }, to.slice(3));
    if (status === 0) resets = to;
    else answers = { [to]: { status, body: {} } };
    await tell(person.id, 1);
    // It is put off once it was counted, or taken back; another test's queue has nothing of it.
    const putOff = "delete from pgboss.job where name = 'send-notification' and state = 'retry' returning id";
    await expect.poll(() => app.db.query(putOff)).toHaveLength(1);
    expect(texts).toHaveLength(1);
    const counts = await app.db.query('select count from _attempts where key = $1', [`sms:${to}`]);
    expect(counts).toEqual([{ count: counted }]);
  });

  test('wait for the morning in the quiet hours', async () => {
    const person = await personWith({ sms: true, email: false }, '8123 4567');
    app.clock.set('2026-11-21T23:30:00+08:00');
    await logLesson(person);
    await app.app.sweepers.runDue();
    app.clock.set('2026-11-22T07:59:00+08:00');
    await app.app.sweepers.runDue();
    expect(await deliveriesOf(person)).toEqual([{ channel: 'sms', status: 'waiting' }]);
    app.clock.set('2026-11-22T08:00:00+08:00');
    await app.app.sweepers.runDue();
    await expect.poll(() => deliveriesOf(person)).toEqual([{ channel: 'sms', status: 'sent' }]);
    expect(texts).toHaveLength(1);
  });

  test('are tried again when the provider is away, and given up when it refuses the number', async () => {
    const [away, wrong] = await Promise.all([
      personWith({ sms: true, email: false }, '8123 4567'),
      personWith({ sms: true, email: false }, '9123 4567'),
    ]);
    answers = {
      '+6581234567': { status: 503, body: {} },
      '+6591234567': { status: 400, body: { code: 21_211, message: 'Not a valid number' } },
    };
    await logLesson(away);
    await app.app.sweepers.runDue();
    const jobs = () =>
      app.db.query("select state from pgboss.job where name = 'send-notification' and state = 'retry'");
    await expect.poll(jobs).toHaveLength(1);
    expect(await deliveriesOf(away)).toEqual([{ channel: 'sms', status: 'queued' }]);
    delete answers['+6581234567'];
    // The pause between two tries is over; the next message wakes the queue.
    await app.db.query(
      "update pgboss.job set start_after = now() where name = 'send-notification' and state = 'retry'",
    );
    await logLesson(wrong);
    await app.app.sweepers.runDue();
    await expect.poll(() => deliveriesOf(wrong)).toEqual([{ channel: 'sms', status: 'dropped' }]);
    await expect.poll(() => deliveriesOf(away)).toEqual([{ channel: 'sms', status: 'sent' }]);
  });

  test('are offered where a provider is set up, and only a Singapore mobile number gets them', async () => {
    const person = await personWith({ sms: true, email: false }, '6123 4567');
    expect(await person.send('/api/marketplace/channels', {})).toMatchObject({ sms: true, smsNumber: '' });
    await person.collection('users').update(person.id, { phone: '+65 9123 4567' });
    expect(await person.send('/api/marketplace/channels', {})).toMatchObject({ sms: true, smsNumber: '+6591234567' });
    expect((await refusalOf(app.guest().send('/api/marketplace/channels', {}))).status).toBe(401);
  });
});
