import { EventSource } from 'eventsource';
import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeInstructor, makePerson, refusalOf, startApp, type Teacher, type TestApp } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;

Object.assign(globalThis, { EventSource });

let app: TestApp;
let teacher: Teacher;

beforeAll(async () => {
  app = await startApp();
  teacher = await makeInstructor(app);
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-11-21T10:00:00+08:00'));

let day = 0;

function giveLesson(learner: Person, status: string, instructor = teacher.id): Promise<RecordModel> {
  day += 1;
  const start = new Date(Date.parse('2026-12-01T02:00:00Z') + day * 86_400_000).toISOString();
  return app.root.collection('lessons').create({ instructor, learner: learner.id, start, durationMinutes: 60, status });
}

async function openConversation(learner: Person): Promise<string> {
  return (await learner.collection('conversations').create({ instructor: teacher.id })).id;
}

const send = (from: Person, conversation: string, text: string, more: object = {}) =>
  from.collection('messages').create({ conversation, text, ...more });

const stateOf = (conversation: string) => teacher.client.collection('conversations').getOne(conversation);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('[25.46] a telephone number in two messages', () => {
  test('is hidden from its second half on, unless a lesson of the two was confirmed or ten minutes are over', async () => {
    const [learner, confirmed] = [await makePerson(app), await makePerson(app)];
    const conversation = await openConversation(learner);
    await send(learner, conversation, 'I can be found at 8123');
    expect(await send(learner, conversation, '4567, ok?')).toMatchObject({
      text: '[number hidden], ok?',
      contactsHidden: true,
    });
    await send(learner, conversation, '8123');
    app.clock.advance(11);
    expect(await send(learner, conversation, '4567')).toMatchObject({ text: '4567', contactsHidden: false });
    const own = await makeInstructor(app);
    await giveLesson(confirmed, 'confirmed', own.id);
    const { id: other } = await confirmed.collection('conversations').create({ instructor: own.id });
    await send(confirmed, other, '8123');
    expect(await send(confirmed, other, '4567')).toMatchObject({ text: '4567' });
  });
});

describe('a conversation', () => {
  test('is opened by a learner with a listed instructor, once, and knows both names', async () => {
    const learner = await makePerson(app);
    const conversation = await learner.collection('conversations').create({
      instructor: teacher.id,
      learnerUnread: 7,
      lastText: 'forged',
      instructorName: 'forged',
    });
    expect(conversation).toMatchObject({
      learner: learner.id,
      instructor: teacher.id,
      instructorName: `Instructor ${teacher.client.id}`,
      learnerUnread: 0,
      lastText: '',
      lastMessageAt: '',
    });
    expect(conversation.learnerName).toMatch(/^Person \d+$/);
    const again = await refusalOf(learner.collection('conversations').create({ instructor: teacher.id }));
    expect([again.status, again.data.instructor?.code]).toEqual([400, 'validation_not_unique']);
  });

  test('opened twice at the same moment is one', async () => {
    const learner = await makePerson(app);
    const tries = await Promise.allSettled([openConversation(learner), openConversation(learner)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await learner.collection('conversations').getFullList()).toHaveLength(1);
  });

  test('is opened by an instructor only with somebody who booked', async () => {
    const [booked, stranger] = await Promise.all([makePerson(app), makePerson(app)]);
    await giveLesson(booked, 'requested');
    const mine = teacher.client.collection('conversations');
    expect(await mine.create({ learner: booked.id })).toMatchObject({ instructor: teacher.id, learner: booked.id });
    const refusal = await refusalOf(mine.create({ learner: stranger.id }));
    expect([refusal.status, refusal.data.learner?.code]).toEqual([400, 'not_your_learner']);
  });

  test('[rule 1] is not opened by an instructor with somebody who only holds a time, or let it go, and then no lesson is booked for them either', async () => {
    const [gone, holding] = await Promise.all([makePerson(app), makePerson(app)]);
    const wanted = { instructor: teacher.id, start: '2026-11-28T01:00:00Z', durationMinutes: 60 };
    const { id: lesson } = await gone.collection('lessons').create(wanted);
    await gone.collection('cancellations').create({ lesson });
    await holding.collection('lessons').create({ ...wanted, start: '2026-11-28T03:00:00Z' });
    for (const { id } of [gone, holding]) {
      const open = await refusalOf(teacher.client.collection('conversations').create({ learner: id }));
      expect([open.status, open.data.learner?.code]).toEqual([400, 'not_your_learner']);
    }
    const booked = { ...wanted, start: '2026-11-28T05:00:00Z', learner: gone.id };
    const book = await refusalOf(teacher.client.collection('lessons').create(booked));
    expect([book.status, book.data.learner?.code]).toEqual([400, 'not_allowed']);
  });

  test('is not opened with an instructor who is not listed unless there was a lesson, nor with oneself, nor for others', async () => {
    const [draft, learner, other] = await Promise.all([
      makeInstructor(app, { status: 'paused' }),
      makePerson(app),
      makePerson(app),
    ]);
    const mine = learner.collection('conversations');
    expect((await refusalOf(mine.create({ instructor: draft.id }))).data.instructor?.code).toBe(
      'validation_missing_rel_records',
    );
    await giveLesson(learner, 'completed', draft.id);
    expect(await mine.create({ instructor: draft.id })).toMatchObject({ learner: learner.id });
    const self = teacher.client.collection('conversations').create({ instructor: teacher.id });
    expect((await refusalOf(self)).data.instructor?.code).toBe('own_profile');
    const forOthers = mine.create({ instructor: teacher.id, learner: other.id });
    expect((await refusalOf(forOthers)).data.learner?.code).toBe('validation_missing_rel_records');
    expect((await refusalOf(app.guest().collection('conversations').create({ instructor: teacher.id }))).status).toBe(
      400,
    );
    expect((await refusalOf(mine.create({}))).data.instructor?.code).toBe('validation_missing_rel_records');
  });
});

describe('a message', () => {
  test('reaches the other side at once, is counted as unread, and is read', async () => {
    const learner = await makePerson(app);
    const conversation = await openConversation(learner);
    const heard: RecordModel[] = [];
    await teacher.client.collection('messages').subscribe('*', ({ record }) => heard.push(record));
    const elsewhere: RecordModel[] = [];
    const stranger = await makePerson(app);
    await stranger.collection('messages').subscribe('*', ({ record }) => elsewhere.push(record));
    await send(learner, conversation, '  Do you teach in Bedok?  ');
    await send(learner, conversation, 'On Saturdays?');
    await expect.poll(() => heard.map(({ text }) => text)).toEqual(['Do you teach in Bedok?', 'On Saturdays?']);
    expect(heard[0]).toMatchObject({ sender: learner.id, contactsHidden: false });
    expect(elsewhere).toEqual([]);
    expect(await stateOf(conversation)).toMatchObject({
      instructorUnread: 2,
      learnerUnread: 0,
      lastText: 'On Saturdays?',
      lastSender: learner.id,
    });
    await teacher.client.send(`/api/marketplace/conversations/${conversation}/read`, { method: 'POST' });
    expect(await stateOf(conversation)).toMatchObject({
      instructorUnread: 0,
      instructorReadAt: '2026-11-21 02:00:00.000Z',
    });
    teacher.client.realtime.unsubscribe();
    stranger.realtime.unsubscribe();
  });

  test('sent twice under one id is one message', async () => {
    const learner = await makePerson(app);
    const conversation = await openConversation(learner);
    const id = `msg${learner.id.slice(-12)}`;
    const [first, second] = await Promise.all([
      send(learner, conversation, 'Hello', { id }),
      send(learner, conversation, 'Hello', { id }),
    ]);
    expect(second.id).toBe(first.id);
    expect(await stateOf(conversation)).toMatchObject({ instructorUnread: 1 });
    expect((await refusalOf(send(learner, conversation, 'Other', { id }))).data.id?.code).toBe('id_reused');
  });

  test('is told once for all that is unread, by mail only to whom leaves it unread for ten minutes', async () => {
    const [learner, quick] = await Promise.all([makePerson(app), makePerson(app)]);
    const [first, second] = [await openConversation(learner), await openConversation(quick)];
    await send(teacher.client, first, 'Are you free on Friday?');
    await send(teacher.client, first, 'Or on Sunday?');
    await send(teacher.client, second, 'Hello');
    const news = await learner.collection('notifications').getFullList();
    expect(news.map(({ title, message, link }) => [title, message, link])).toEqual([
      [`Message from Instructor ${teacher.client.id}`, 'Are you free on Friday?', `/dashboard/messages/${first}`],
    ]);
    await quick.send(`/api/marketplace/conversations/${second}/read`, { method: 'POST' });
    expect((await quick.collection('notifications').getFullList()).map(({ read }) => read)).toEqual([true]);
    app.clock.advance(9);
    await app.app.sweepers.runDue();
    const mailsTo = (person: Person) =>
      app.db.query('select subject from _mails where "to" = $1', [`${person.id}@kerbside.example`]);
    expect(await mailsTo(learner)).toEqual([]);
    app.clock.advance(1);
    await app.app.sweepers.runDue();
    expect(await mailsTo(learner)).toHaveLength(1);
    expect(await mailsTo(quick)).toEqual([]);
  });

  test('is refused empty, too long, in somebody else’s conversation or in another’s name', async () => {
    const [learner, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const conversation = await openConversation(learner);
    expect((await refusalOf(send(learner, conversation, '  \n '))).data.text?.code).toBe('validation_required');
    expect((await refusalOf(send(learner, conversation, 'x'.repeat(4001)))).data.text?.code).toBe(
      'validation_max_text_constraint',
    );
    expect((await refusalOf(send(other, conversation, 'Hello'))).status).toBe(400);
    expect((await refusalOf(send(learner, 'nosuchconverse1', 'Hello'))).status).toBe(400);
    const forged = await send(learner, conversation, 'Hello', { sender: teacher.client.id, contactsHidden: true });
    expect(forged).toMatchObject({ sender: learner.id, contactsHidden: false });
    const read = other.send(`/api/marketplace/conversations/${conversation}/read`, { method: 'POST' });
    expect((await refusalOf(read)).status).toBe(404);
  });

  test('has a limit in a few minutes', async () => {
    const learner = await makePerson(app);
    const conversation = await openConversation(learner);
    for (let number = 1; number <= 60; number++) await send(learner, conversation, `Number ${number}`);
    expect((await refusalOf(send(learner, conversation, 'One more'))).status).toBe(429);
    app.clock.advance(6);
    expect(await send(learner, conversation, 'Later')).toMatchObject({ text: 'Later' });
  });
});

describe('before a confirmed lesson', () => {
  const words = 'Call 9123 4567 or ravi@mail.example.sg';

  test.each([['none'], ['held'], ['requested'], ['declined'], ['cancelled_by_learner'], ['expired']])(
    'contact details are hidden and nothing is attached (lesson: %s)',
    async (status) => {
      const learner = await makePerson(app);
      if (status !== 'none') await giveLesson(learner, status);
      const conversation = await openConversation(learner);
      for (const person of [learner, teacher.client]) {
        expect(await send(person, conversation, words)).toMatchObject({
          text: 'Call [number hidden] or [email hidden]',
          contactsHidden: true,
        });
      }
      expect((await stateOf(conversation)).lastText).toBe('Call [number hidden] or [email hidden]');
      const [row] = await app.db.query('select count(*)::int as n from messages where text ~ $1', ['9123']);
      expect(row).toEqual({ n: 0 });
      const attachments = [new File([png], 'map.png', { type: 'image/png' })];
      const refusal = await refusalOf(send(learner, conversation, '', { attachments }));
      expect(refusal.data.attachments?.code).toBe('no_confirmed_lesson');
    },
  );

  test.each([['confirmed'], ['in_progress'], ['completed'], ['closed'], ['no_show_learner']])(
    'is over with a lesson that is %s',
    async (status) => {
      const learner = await makePerson(app);
      const conversation = await openConversation(learner);
      const other = await giveLesson(learner, status);
      expect(await send(learner, conversation, words)).toMatchObject({ text: words, contactsHidden: false });
      await app.root.collection('lessons').delete(other.id);
    },
  );
});

describe('attachments', () => {
  test('are pictures and PDF files by their content, and only the two parties open them', async () => {
    const [learner, stranger] = await Promise.all([makePerson(app), makePerson(app)]);
    await giveLesson(learner, 'confirmed');
    const conversation = await openConversation(learner);
    const message = await send(learner, conversation, '', {
      attachments: [new File([png], 'map.png', { type: 'image/png' }), new File(['%PDF-1.7\n'], 'permit.pdf')],
    });
    expect(message.attachments).toHaveLength(2);
    expect(await stateOf(conversation)).toMatchObject({ lastText: 'Sent files' });
    const statusFor = async (person: Person | undefined) => {
      const token = person ? await person.files.getToken() : '';
      return (await fetch(learner.files.getURL(message, message.attachments[0], { token }))).status;
    };
    expect(await statusFor(learner)).toBe(200);
    expect(await statusFor(teacher.client)).toBe(200);
    expect(await statusFor(stranger)).toBe(404);
    expect(await statusFor(undefined)).toBe(404);
    const script = new File(['<script>alert(1)</script>'], 'map.png', { type: 'image/png' });
    expect((await refusalOf(send(learner, conversation, 'x', { attachments: [script] }))).data.attachments?.code).toBe(
      'validation_invalid_mime_type',
    );
  });
});

// The last one: a year later nobody is signed in any more.
test('a message is forgotten after twelve months, with its files', async () => {
  const learner = await makePerson(app);
  const conversation = await openConversation(learner);
  await giveLesson(learner, 'confirmed');
  const attachments = [new File([png], 'map.png', { type: 'image/png' })];
  const old = await send(learner, conversation, 'Old', { attachments });
  app.clock.set('2027-11-20T10:00:00+08:00');
  await app.app.sweepers.runDue();
  const keys = async () => (await app.app.engine.files.list()).filter((key) => key.includes(old.id));
  expect(await app.db.query('select id from messages where id = $1', [old.id])).toHaveLength(1);
  app.clock.set('2027-11-22T10:00:00+08:00');
  await app.app.sweepers.runDue();
  expect(await app.db.query('select id from messages where id = $1', [old.id])).toEqual([]);
  expect(await keys()).toEqual([]);
});
