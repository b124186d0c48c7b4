import { readdir } from 'node:fs/promises';
import { EventSource } from 'eventsource';
import type PocketBase from 'pocketbase';
import type { RecordModel } from 'pocketbase';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

globalThis.EventSource = EventSource;

let server: EngineServer;
let root: PocketBase;

beforeAll(async () => {
  server = await startEngineServer();
  root = server.root;
  await root.collections.create({
    name: 'notes',
    type: 'base',
    listRule: '',
    viewRule: '',
    createRule: '@request.context = "batch" || @request.auth.id != ""',
    updateRule: 'locked = false',
    deleteRule: 'locked = false',
    fields: [
      { name: 'title', type: 'text', required: true },
      { name: 'count', type: 'number' },
      { name: 'locked', type: 'bool' },
      { name: 'papers', type: 'file', maxSelect: 3 },
    ],
    indexes: ['CREATE UNIQUE INDEX idx_notes_title ON notes (title)'],
  });
});

afterAll(() => server.close());

const allow = (batch: Record<string, unknown> = {}) =>
  root.settings.update({ batch: { enabled: true, maxRequests: 50, timeout: 3, maxBodySize: 0, ...batch } });
const notes = (client = root) => client.collection('notes');
const titles = async () => (await notes().getFullList({ sort: 'title' })).map(({ title }) => title);
const send = (requests: unknown, client: PocketBase = server.guest) =>
  client.send('/api/batch', { method: 'POST', body: { requests } });

describe('a batch', () => {
  test('is refused unless the settings allow it', async () => {
    await root.settings.update({ batch: { enabled: false } });
    expect(await refusalOf(send([]))).toMatchObject({ status: 403, message: 'Batch requests are not allowed.' });
    await allow();
  });

  test('[279] creates, changes, upserts and deletes in order, later calls seeing earlier ones', async () => {
    const doomed = await notes().create({ title: 'doomed' });
    const batch = root.createBatch();
    batch.collection('notes').create({ id: 'first0000000000', title: 'first', count: 1 });
    batch.collection('notes').update('first0000000000', { 'count+': 4 });
    batch.collection('notes').upsert({ id: 'first0000000000', title: 'first again' });
    batch.collection('notes').upsert({ id: 'second000000000', title: 'second' }, { fields: 'id,title' });
    batch.collection('notes').delete(doomed.id);
    const results = await batch.send();
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204]);
    expect(results[2]?.body).toMatchObject({ title: 'first again', count: 5 });
    expect(results[3]?.body).toEqual({ id: 'second000000000', title: 'second' });
    expect(results[4]?.body).toBeNull();
    expect(await titles()).toEqual(['first again', 'second']);
  });

  test('is taken back whole when one call is refused, which alone is named', async () => {
    const before = await titles();
    const refusal = await refusalOf(
      send([create({ title: 'kept?' }), create({ title: '' }), create({ title: 'after' })]),
    );
    expect(refusal).toEqual({
      status: 400,
      message: 'Batch transaction failed.',
      data: {
        requests: {
          1: {
            code: 'batch_request_failed',
            message: 'Batch request failed.',
            response: {
              data: { title: { code: 'validation_required', message: 'Cannot be blank.' } },
              message: 'Failed to create record.',
              status: 400,
            },
          },
        },
      },
    });
    expect(await titles()).toEqual(before);
  });

  test('counts wrong old passwords as any call does, though all else of it is taken back', async () => {
    await root.collections.create({ name: 'people', type: 'auth', updateRule: 'id = @request.auth.id' });
    const credentials = { email: 'guessed@example.com', password: 'a long password' };
    const { id } = await root.collection('people').create({ ...credentials, passwordConfirm: credentials.password });
    const thief = clientOf(server.url);
    await thief.collection('people').authWithPassword(credentials.email, credentials.password);
    const body = { oldPassword: 'a guess', password: 'another password', passwordConfirm: 'another password' };
    const guess = () => send([{ method: 'PATCH', url: `/api/collections/people/records/${id}`, body }], thief);
    const statusOfGuess = async () => {
      const { data } = await refusalOf(guess());
      return (data.requests as unknown as { 0: { response: { status: number } } })[0].response.status;
    };
    expect(await statusOfGuess()).toBe(400);
    // That one was counted: with 24 more it would be the last that is compared at once, and one goes through in a quarter of a minute.
    const counted = await server.engine.db.query(
      `update _attempts set count = count + 24 where key like 'password:%${id}:%' and key !~ ':(compared|strangers)$' returning key`,
    );
    expect(counted).toHaveLength(1);
    expect([await statusOfGuess(), await statusOfGuess()]).toEqual([400, 429]);
  });

  test('says which field was not unique, also against an earlier call of its own', async () => {
    const { data } = await refusalOf(send([create({ title: 'twin' }), create({ title: 'twin' })]));
    expect(data).toMatchObject({
      requests: { 1: { response: { data: { title: { code: 'validation_not_unique' } } } } },
    });
  });

  test('carries files by both spellings of their names, and leaves none behind when it fails', async () => {
    const form = (requests: unknown[], files: Record<string, string>) => {
      const data = new FormData();
      data.append('@jsonPayload', JSON.stringify({ requests }));
      for (const [name, text] of Object.entries(files)) data.append(name, new Blob([text]), 'paper.txt');
      return server.guest.send('/api/batch', { method: 'POST', body: data });
    };
    const both = { 'requests.0.papers': 'one', 'requests[1].papers+': 'two' };
    const results = await form([create({ title: 'with file' }), create({ title: 'with another' })], both);
    const [first, second] = results.map(({ body }: { body: RecordModel }) => body);
    expect(await (await fetch(root.files.getURL(first, first.papers[0]))).text()).toBe('one');
    expect(await (await fetch(root.files.getURL(second, second.papers[0]))).text()).toBe('two');
    const id = 'vanishing000000';
    await refusalOf(form([create({ id, title: 'gone' }), create({ title: '' })], { 'requests.0.papers': 'lost' }));
    const { id: collectionId } = await root.collections.getOne('notes');
    const stored = await readdir(`${server.dataDir}/files/${collectionId}`, { recursive: true });
    expect(stored.filter((path) => path.startsWith(`${id}/`))).toEqual([]);
  });

  test('goes by the rules of each call, with its own context, query and headers', async () => {
    await notes().create({ id: 'locked000000000', title: 'locked', locked: true });
    const change = (id: string) => ({ method: 'PATCH', url: `${records}/${id}`, body: { count: 1 } });
    const { data } = await refusalOf(send([change('locked000000000')]));
    expect(data).toMatchObject({ requests: { 0: { response: { status: 404 } } } });
    // Alone a guest may not create; the rule asks for the context.
    expect((await refusalOf(notes(server.guest).create({ title: 'alone' }))).status).toBe(400);
    expect(await send([create({ title: 'by a guest' })])).toMatchObject([{ status: 200 }]);
    const forged = { ...create({ title: 'forged' }), headers: { Authorization: root.authStore.token } };
    expect(await send([forged])).toMatchObject([{ status: 200 }]);
    const asRoot = { ...change('locked000000000'), headers: { authorization: root.authStore.token } };
    expect((await refusalOf(send([asRoot]))).status).toBe(400);
  });

  const malformed: Array<[string, unknown, unknown]> = [
    ['no list', 'x', { message: 'Failed to read the submitted batch data.', data: {} }],
    ['calls that are none', [1], { message: 'Failed to read the submitted batch data.', data: {} }],
    ['an empty list', [], { data: { requests: { code: 'validation_required' } } }],
    [
      'a call without anything',
      [{}],
      { data: { requests: { 0: { method: { code: 'validation_required' }, url: { code: 'validation_required' } } } } },
    ],
    [
      'a strange method and a long address',
      [{ method: 'HEAD', url: 'x'.repeat(2001) }],
      {
        data: {
          requests: { 0: { method: { code: 'validation_in_invalid' }, url: { code: 'validation_length_too_long' } } },
        },
      },
    ],
    [
      'a call that no batch takes',
      [{ method: 'GET', url: '/api/collections/notes/records' }],
      { data: { requests: { 0: { code: 'batch_request_failed', response: { status: 400 } } } } },
    ],
    [
      'a collection that is not there',
      [{ method: 'POST', url: '/api/collections/nothing/records', body: {} }],
      { data: { requests: { 0: { response: { status: 404 } } } } },
    ],
  ];
  test.each(malformed)('of %s is refused', async (_name, requests, expected) => {
    expect(await refusalOf(send(requests))).toMatchObject({ status: 400, ...(expected as object) });
  });

  test('has at most as many calls, and as large a body, as the settings say', async () => {
    await allow({ maxRequests: 2, maxBodySize: 2000 });
    const calls = ['a', 'b', 'c'].map((title) => create({ title }));
    expect((await refusalOf(send(calls))).data).toMatchObject({
      requests: { code: 'validation_length_too_long', params: { max: 2, min: 0 } },
    });
    expect((await refusalOf(send([create({ title: 'x'.repeat(3000) })]))).status).toBe(413);
    await allow();
  });

  test('is told to subscribers when it is committed, and not at all when it is not', async () => {
    const listener = clientOf(server.url);
    const heard: string[] = [];
    const told = Promise.withResolvers<void>();
    await listener.collection('notes').subscribe('*', ({ action, record }) => {
      heard.push(`${action} ${record.title}`);
      if (record.title === 'told') told.resolve();
    });
    await refusalOf(send([create({ title: 'never told' }), create({ title: '' })]));
    await send([create({ title: 'told' })]);
    await told.promise;
    expect(heard).toEqual(['create told']);
    await listener.realtime.unsubscribe();
  });

  test('whose record somebody else holds for too long ends by itself and leaves nothing', async () => {
    await allow({ timeout: 1 });
    await notes().create({ id: 'busy00000000000', title: 'busy' });
    const before = await titles();
    const letGo = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = server.engine.db.transaction(async (tx) => {
      await tx.query(`update notes set count = 1 where id = 'busy00000000000'`);
      held.resolve();
      await letGo.promise;
    });
    await held.promise;
    const change = { method: 'PATCH', url: `${records}/busy00000000000`, body: { count: 2 } };
    expect(await refusalOf(send([create({ title: 'waits in vain' }), change]))).toEqual({
      status: 400,
      message: 'Batch transaction failed.',
      data: {},
    });
    letGo.resolve();
    await holder;
    expect(await titles()).toEqual(before);
    await allow();
  });
});

const records = '/api/collections/notes/records';
function create(body: Record<string, unknown>) {
  return { method: 'POST', url: records, body };
}
