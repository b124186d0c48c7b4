import { connect } from 'node:net';
import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import type { RecordSubscription } from 'pocketbase';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

Object.assign(globalThis, { EventSource });

let server: EngineServer;
let second: EngineServer;
const open: PocketBase[] = [];

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    viewRule: '',
    listRule: '',
    updateRule: 'id = @request.auth.id',
    fields: [{ name: 'name', type: 'text' }],
  });
  const people = await server.root.collections.getOne('people');
  const owner = { name: 'owner', type: 'relation', collectionId: people.id, maxSelect: 1, cascadeDelete: true };
  await server.root.collections.create({
    name: 'notes',
    type: 'base',
    listRule: 'owner = @request.auth.id || open = true',
    viewRule: 'owner = @request.auth.id || open = true',
    fields: [
      { name: 'text', type: 'text' },
      { name: 'open', type: 'bool' },
      { name: 'count', type: 'number' },
      { name: 'hush', type: 'text', hidden: true },
      owner,
    ],
  });
  second = await startEngineServer({ beside: server });
});

afterEach(() => {
  for (const client of open.splice(0)) client.realtime.unsubscribe();
});

afterAll(async () => {
  await second.close();
  await server.close();
});

const heardIn = (events: RecordSubscription[]) => events.map(({ action, record }) => `${action} ${record.text}`);

/** Collects what a subscription hears. */
async function listen(client: PocketBase, topic = '*', options = {}): Promise<RecordSubscription[]> {
  const heard: RecordSubscription[] = [];
  open.push(client);
  await client.collection('notes').subscribe(topic, (event) => heard.push(event), options);
  return heard;
}

const notes = () => server.root.collection('notes');

async function makePerson(): Promise<{ client: PocketBase; id: string; email: string }> {
  const email = `p${Math.random().toString(36).slice(2)}@example.com`;
  const account = { email, password: 'a-password-1', passwordConfirm: 'a-password-1' };
  const { id } = await server.root.collection('people').create(account);
  const client = clientOf(server.url);
  await client.collection('people').authWithPassword(email, 'a-password-1');
  return { client, id, email };
}

describe('a subscriber', () => {
  test('hears of what the rule lets them see, in order, without hidden fields', async () => {
    const { client, id } = await makePerson();
    const own = await listen(client);
    const guest = await listen(clientOf(server.url));
    const { id: note } = await notes().create({ text: 'mine', owner: id, hush: 'h' });
    for (let count = 1; count <= 20; count++) await notes().update(note, { text: `mine ${count}` });
    await notes().create({ text: 'for all', open: true });
    await notes().delete(note);
    const updates = Array.from({ length: 20 }, (_, index) => `update mine ${index + 1}`);
    await expect.poll(() => heardIn(own)).toEqual(['create mine', ...updates, 'create for all', 'delete mine 20']);
    expect(own.map(Object.keys)[0]).toEqual(['record', 'action']);
    expect(heardIn(guest)).toEqual(['create for all']);
    expect(own.some(({ record }) => 'hush' in record)).toBe(false);
  });

  test('of one record hears of that one only, and a superuser sees hidden fields', async () => {
    const [first, other] = await Promise.all([
      notes().create({ text: 'a', open: true, hush: 'h' }),
      notes().create({ text: 'b', open: true }),
    ]);
    const heard = await listen(clientOf(server.url), first.id);
    const root = clientOf(server.url);
    root.authStore.save(server.root.authStore.token, server.root.authStore.record);
    const seen = await listen(root, first.id);
    await notes().update(other.id, { text: 'b2' });
    await notes().update(first.id, { text: 'a2' });
    await expect.poll(() => heardIn(heard)).toEqual(['update a2']);
    await expect.poll(() => seen[0]?.record.hush).toBe('h');
  });

  test('may narrow by a filter and choose fields and relations; a filter that may not be asked hears nothing', async () => {
    const { id } = await makePerson();
    const options = { filter: 'count > 5', fields: 'text,expand.owner.id', expand: 'owner' };
    const heard = await listen(clientOf(server.url), '*', options);
    const nosy = await listen(clientOf(server.url), '*', { filter: "@collection.people.name != ''" });
    const broken = await listen(clientOf(server.url), '*', { filter: 'no such thing' });
    await notes().create({ text: 'small', count: 1, open: true, owner: id });
    await notes().create({ text: 'big', count: 9, open: true, owner: id });
    const expected = [{ action: 'create', record: { text: 'big', expand: { owner: { id } } } }];
    await expect.poll(() => heard).toEqual(expected);
    expect([nosy, broken]).toEqual([[], []]);
  });

  test('hears no version of a record that the rule hides, also when a later one is shown already', async () => {
    const { root } = server;
    const guest = await listen(clientOf(server.url));
    const filtered = await listen(clientOf(server.url), '*', { filter: 'count > 1' });
    const { id: owner } = await makePerson();
    const { id } = await notes().create({ text: 'first', open: true, owner });
    await root.settings.update({ batch: { enabled: true, maxRequests: 50, timeout: 3 } });
    const batch = root.createBatch();
    batch.collection('notes').update(id, { text: 'hidden', open: false });
    batch.collection('notes').update(id, { text: 'shown', open: true, count: 5 });
    await batch.send();
    await notes().delete(id);
    await expect.poll(() => heardIn(guest)).toContain('delete shown');
    expect(heardIn(guest)).toEqual(['create first', 'update shown', 'delete shown']);
    await expect.poll(() => heardIn(filtered)).toContain('delete shown');
    expect(heardIn(filtered)).toEqual(['update shown', 'delete shown']);
  });

  test('whose session ends hears what a guest hears from then on', async () => {
    const { client, id, email } = await makePerson();
    const heard = await listen(client);
    await notes().create({ text: 'before', owner: id });
    await server.root.collection('people').update(id, { password: 'a-password-2', passwordConfirm: 'a-password-2' });
    await notes().create({ text: 'after', owner: id });
    await notes().create({ text: 'open', open: true });
    await expect.poll(() => heardIn(heard)).toEqual(['create before', 'create open']);
    await client.collection('people').authWithPassword(email, 'a-password-2');
    await client.collection('notes').subscribe('*', () => {});
    await notes().create({ text: 'again', owner: id });
    await expect.poll(() => heardIn(heard)).toContain('create again');
  });

  test('whose collection gets a new secret hears what a guest hears', async () => {
    const { client, id } = await makePerson();
    const heard = await listen(client);
    await notes().create({ text: 'before', owner: id });
    await expect.poll(() => heardIn(heard)).toEqual(['create before']);
    await server.root.collections.update('people', { authToken: { duration: 3600, secret: 'x'.repeat(50) } });
    await notes().create({ text: 'after', owner: id });
    await notes().create({ text: 'open', open: true });
    await expect.poll(() => heardIn(heard)).toEqual(['create before', 'create open']);
  });

  test('hears of a record that lost a reference to a deleted one', async () => {
    const field = { name: 'seenBy', type: 'relation', collectionId: '', maxSelect: 9 };
    const [people, known] = await Promise.all([
      server.root.collections.getOne('people'),
      server.root.collections.getOne('notes'),
    ]);
    const fields = [...known.fields, { ...field, collectionId: people.id }];
    await server.root.collections.update('notes', { fields });
    const [reader, other] = await Promise.all([makePerson(), makePerson()]);
    const { id } = await notes().create({ text: 'seen', open: true, seenBy: [reader.id, other.id] });
    const heard = await listen(clientOf(server.url), id);
    await server.root.collection('people').delete(reader.id);
    await expect
      .poll(() => heard.map(({ action, record }) => [action, record.seenBy]))
      .toEqual([['update', [other.id]]]);
  });

  test('is not told of a change that was undone', async () => {
    const heard = await listen(clientOf(server.url));
    await expect(notes().create({ text: 'lost', open: true, owner: 'nobody000000000' })).rejects.toThrow();
    await notes().create({ text: 'kept', open: true });
    await expect.poll(() => heardIn(heard)).toEqual(['create kept']);
  });
});

describe('a change on another server', () => {
  const elsewhere = () => second.root.collection('notes');

  test('reaches subscribers here, its deletion and those that follow from it too', async () => {
    const { client, id } = await makePerson();
    const heard = await listen(client);
    const stranger = await listen(clientOf(server.url));
    const { id: note } = await elsewhere().create({ text: 'there', owner: id });
    await expect.poll(() => heardIn(heard)).toEqual(['create there']);
    await elsewhere().update(note, { text: 'there 2' });
    await elsewhere().create({ text: 'cascaded', open: true, owner: id });
    // News carries ids: what is told is read when it arrives.
    await expect.poll(() => heardIn(heard)).toEqual(['create there', 'update there 2', 'create cascaded']);
    await elsewhere().delete(note);
    // Who is deleted hears only what a guest hears, also of what happened just before.
    await expect.poll(() => heardIn(heard).slice(3)).toEqual(['delete there 2']);
    await second.root.collection('people').delete(id);
    await expect.poll(() => heardIn(heard).slice(3)).toEqual(['delete there 2', 'delete cascaded']);
    await expect.poll(() => heardIn(stranger)).toEqual(['create cascaded', 'delete cascaded']);
  });

  test('keeps no secret of a deleted account for the others', async () => {
    const { id } = await makePerson();
    await second.root.collection('people').delete(id);
    const find = () => server.engine.db.query('select record from _gone_records where record->>$1 = $2', ['id', id]);
    await expect.poll(find).toHaveLength(1);
    const [row] = await find();
    expect(Object.keys(row?.record as object)).not.toEqual(expect.arrayContaining(['password']));
    expect(Object.keys(row?.record as object)).not.toEqual(expect.arrayContaining(['tokenKey']));
  });

  test('ends a session here, even when the news of it was missed', async () => {
    const { client, id } = await makePerson();
    expect(await server.engine.auth.load(client.authStore.token)).not.toBeNull();
    // The listening connections are cut while the account changes elsewhere.
    await second.engine.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    );
    await second.engine.db.query('update people set "tokenKey" = $2 where id = $1', [id, 'k'.repeat(50)]);
    await expect.poll(() => server.engine.auth.load(client.authStore.token)).toBeNull();
  });
});

test('many deletions at once that have listeners wait for each other without end in no case', async () => {
  const heard = await listen(clientOf(server.url));
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, index) => notes().create({ text: `d${index}`, open: true })),
  );
  await Promise.all(made.map(({ id }) => notes().delete(id)));
  await expect.poll(() => heard.filter(({ action }) => action === 'delete')).toHaveLength(30);
});

describe('subscribing', () => {
  const send = (body: object) => server.guest.send('/api/realtime', { method: 'POST', body });

  test('is refused without a client that is there, and with names that are too many, too long or none', async () => {
    expect((await refusalOf(send({}))).data).toMatchObject({ clientId: { code: 'validation_required' } });
    expect((await refusalOf(send({ clientId: 'x' }))).message).toBe('Missing or invalid client id.');
    expect((await refusalOf(send({ clientId: 'x', subscriptions: [5] }))).status).toBe(400);
    const tooLong = await refusalOf(send({ clientId: 'x', subscriptions: ['ok', 'x'.repeat(2501)] }));
    expect(tooLong.data).toMatchObject({ subscriptions: { 1: { code: 'validation_length_too_long' } } });
    const tooMany = await refusalOf(send({ clientId: 'x', subscriptions: Array.from({ length: 1001 }, () => 'a') }));
    expect(tooMany.data).toMatchObject({ subscriptions: { code: 'validation_length_too_long' } });
  });

  test('by a form takes one name as a list of one; JSON must be a list', async () => {
    const client = clientOf(server.url);
    open.push(client);
    const heard: RecordSubscription[] = [];
    await client.realtime.subscribe('notes/*', (event) => heard.push(event));
    const { clientId } = client.realtime;
    const form = new URLSearchParams({ clientId, subscriptions: 'notes/*' });
    expect((await fetch(`${server.url}/api/realtime`, { method: 'POST', body: form })).status).toBe(204);
    await notes().create({ text: 'by a form', open: true });
    await expect.poll(() => heardIn(heard)).toEqual(['create by a form']);
    expect((await refusalOf(send({ clientId, subscriptions: 'notes/*' }))).status).toBe(400);
  });
});

test('a client that reads nothing is dropped instead of being remembered for ever', async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  const clientId = await new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const id = /"clientId":"(\w+)"/.exec(text)?.[1];
      if (id) resolve(id);
    });
    socket.write(`GET /api/realtime HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
  socket.pause();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  await server.guest.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions: ['notes/*'] } });
  await server.root.collections.update('notes', {
    fields: (await server.root.collections.getOne('notes')).fields.map((field) =>
      field.name === 'text' ? { ...field, max: 2_000_000 } : field,
    ),
  });
  const text1mb = 'x'.repeat(1_000_000);
  for (let count = 0; count < 12; count++) await notes().create({ text: text1mb, open: true });
  const stillThere = () =>
    server.guest.send('/api/realtime', { method: 'POST', body: { clientId, subscriptions: [] } }).then(
      () => 204,
      (error) => error.status,
    );
  await expect.poll(stillThere, { timeout: 10_000 }).toBe(404);
  socket.destroy();
  await closed;
});
