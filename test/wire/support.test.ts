import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, refusalOf, startApp, type TestApp } from '#support/start-app.ts';

type Person = Awaited<ReturnType<typeof makePerson>>;

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await startApp();
  admin = await makePerson(app, { role: 'admin' });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-11-24T10:00:00+08:00'));

const ask = (person: Person, more: object = {}) =>
  person.collection('support_requests').create({
    category: 'payment',
    subject: 'Where is my refund?',
    text: 'I cancelled on Friday.',
    ...more,
  });

const write = (person: Person, request: string, text: string, more: object = {}) =>
  person.collection('support_messages').create({ request, text, ...more });

const stateOf = (person: Person, request: string) => person.collection('support_requests').getOne(request);
const newsOf = async (person: Person) =>
  (await person.collection('notifications').getFullList({ sort: 'created,id' })).map(({ title, message }) => [
    title,
    message,
  ]);

describe('a support request', () => {
  test('[202, 203] says by when it is answered, and begins with what was asked', async () => {
    const person = await makePerson(app);
    const request = await ask(person, { status: 'closed', answerBy: '2030-01-01 00:00:00.000Z', user: admin.id });
    expect(request).toMatchObject({
      user: person.id,
      status: 'open',
      answerBy: '2026-11-24 04:00:00.000Z',
      lastText: 'I cancelled on Friday.',
    });
    const messages = await person.collection('support_messages').getFullList();
    expect(messages).toMatchObject([
      { request: request.id, sender: person.id, fromSupport: false, text: 'I cancelled on Friday.' },
    ]);
    // What is asked stands at the desk, which staff see with two factors only; a notice is there before.
    const wait = 'Somebody waits for an answer. Open it to read what they ask.';
    expect(await newsOf(admin)).toContainEqual(['Support request', wait]);
  });

  test('asked before a public holiday is answered after it', async () => {
    const person = await makePerson(app);
    await app.db.query(`insert into holidays (id, date, name) values ('pollingday00001', '2026-11-25', 'Polling Day')`);
    app.clock.set('2026-11-24T17:00:00+08:00');
    expect(await ask(person)).toMatchObject({ answerBy: '2026-11-26 02:00:00.000Z' });
  });

  test('sent twice under one id is one, with one message', async () => {
    const person = await makePerson(app);
    const id = `req${person.id.slice(-12)}`;
    const [first, second] = await Promise.all([ask(person, { id }), ask(person, { id })]);
    expect(first.id).toBe(second.id);
    expect(await person.collection('support_messages').getFullList()).toHaveLength(1);
  });

  test('needs a category, a subject and a text', async () => {
    const person = await makePerson(app);
    const codesOf = async (more: object) =>
      Object.fromEntries(
        Object.entries((await refusalOf(ask(person, more))).data).map(([field, { code }]) => [field, code]),
      );
    expect(await codesOf({ category: 'gossip' })).toEqual({ category: 'validation_invalid_value' });
    expect(await codesOf({ subject: '' })).toEqual({ subject: 'validation_required' });
    expect(await codesOf({ text: '  ' })).toEqual({ text: 'validation_required' });
    expect(await codesOf({ text: 7 })).toEqual({ text: 'validation_required' });
    expect(await codesOf({ text: 'x'.repeat(4001) })).toEqual({ text: 'validation_max_text_constraint' });
    expect((await refusalOf(app.guest().collection('support_requests').create({}))).status).toBe(400);
  });

  test('is answered by an admin, which is mailed whatever was chosen, and opened again by the next message', async () => {
    const person = await makePerson(app);
    await person.collection('notification_preferences').update(person.id, { email: false, system: false });
    const { id } = await ask(person);
    expect(await write(admin, id, 'It is on its way.')).toMatchObject({ sender: admin.id, fromSupport: true });
    expect(await stateOf(person, id)).toMatchObject({ status: 'answered', lastText: 'It is on its way.' });
    expect(await newsOf(person)).toEqual([['Answer to “Where is my refund?”', 'It is on its way.']]);
    await app.app.sweepers.runDue();
    const mails = await app.db.query('select subject from _mails where "to" = $1', [`${person.id}@kerbside.example`]);
    expect(mails).toEqual([{ subject: 'Answer to “Where is my refund?”' }]);
    app.clock.set('2026-11-24T15:00:00+08:00');
    await write(person, id, 'Not there yet.', { fromSupport: true });
    expect(await stateOf(person, id)).toMatchObject({ status: 'open', answerBy: '2026-11-24 09:00:00.000Z' });
    expect(await person.collection('support_messages').getFullList({ filter: 'fromSupport = true' })).toHaveLength(1);
    // While an answer is owed, asking again moves nothing.
    app.clock.set('2026-11-24T16:00:00+08:00');
    await write(person, id, 'Hello?');
    expect(await stateOf(person, id)).toMatchObject({ status: 'open', answerBy: '2026-11-24 09:00:00.000Z' });
  });

  test('is closed by either side, and the rest of it is the server’s', async () => {
    const person = await makePerson(app);
    const mine = person.collection('support_requests');
    const { id } = await ask(person);
    expect((await refusalOf(mine.update(id, { status: 'answered' }))).data.status?.code).toBe('not_closable');
    expect((await refusalOf(mine.update(id, { answerBy: '2030-01-01' }))).status).toBe(400);
    expect((await refusalOf(mine.update(id, { subject: 'Other' }))).data.subject?.code).toBe('not_allowed');
    expect(await mine.update(id, { status: 'closed' })).toMatchObject({ status: 'closed' });
    await write(person, id, 'One more thing');
    expect(await stateOf(person, id)).toMatchObject({ status: 'open' });
    expect(await admin.collection('support_requests').update(id, { status: 'closed' })).toMatchObject({
      status: 'closed',
    });
  });

  test('is nobody else’s: not to see, not to write in', async () => {
    const [person, other] = await Promise.all([makePerson(app), makePerson(app)]);
    const { id } = await ask(person);
    expect((await refusalOf(stateOf(other, id))).status).toBe(404);
    expect((await refusalOf(write(other, id, 'Hello'))).status).toBe(400);
    expect((await refusalOf(other.collection('support_requests').update(id, { status: 'closed' }))).status).toBe(404);
  });
});
