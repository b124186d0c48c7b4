import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

Object.assign(globalThis, { EventSource });

let server: EngineServer;
let second: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const rounds = 30;

beforeAll(async () => {
  server = await startEngineServer();
  second = await startEngineServer({ beside: server });
  await server.root.settings.update({ batch: { enabled: true, maxRequests: 50, timeout: 10 } });
  const shelves = await server.root.collections.create({
    name: 'shelves',
    type: 'base',
    ...rules,
    fields: [{ name: 'name', type: 'text' }],
  });
  const one = { type: 'relation', collectionId: shelves.id, maxSelect: 1 };
  await server.root.collections.create({
    name: 'books',
    type: 'base',
    ...rules,
    fields: [
      { name: 'title', type: 'text' },
      { ...one, name: 'shelf' },
      { ...one, name: 'home', cascadeDelete: true },
      { ...one, name: 'seen', maxSelect: 9 },
    ],
  });
  await server.root.collections.create({
    name: 'labels',
    type: 'base',
    ...rules,
    fields: [{ ...one, name: 'shelf', required: true }],
  });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const books = () => server.guest.collection('books');
const shelves = (of = second) => of.guest.collection('shelves');

type Writing = (shelf: string, book: string) => Promise<unknown>;

const batchOf = async (url: string, body: Record<string, unknown>) =>
  server.guest.send('/api/batch', { method: 'POST', body: { requests: [{ method: 'POST', url, body }] } });

const writings: [string, Writing][] = [
  ['is created', (shelf) => books().create({ shelf })],
  ['that goes with it is created', (home) => books().create({ home })],
  ['that names several is created', (shelf) => books().create({ seen: [shelf] })],
  ['that must have it is created', (shelf) => server.guest.collection('labels').create({ shelf })],
  ['is created in a batch', (shelf) => batchOf('/api/collections/books/records', { home: shelf })],
  ['is changed', (shelf, book) => books().update(book, { shelf })],
  ['gets one more', (shelf, book) => books().update(book, { 'seen+': shelf })],
];

/** Everything that names a shelf which is not there. */
async function lost(): Promise<unknown[]> {
  const there = new Set((await shelves().getFullList({ batch: 500 })).map(({ id }) => id));
  const [all, labels] = await Promise.all(
    ['books', 'labels'].map((name) => server.guest.collection(name).getFullList({ batch: 500 })),
  );
  const named = [...(all ?? []), ...(labels ?? [])].flatMap(({ shelf, home, seen }) =>
    [shelf, home, seen ?? []].flat(),
  );
  return named.filter((id) => id && !there.has(id));
}

describe('while a record is deleted', () => {
  for (const [what, write] of writings) {
    test(`one that names it and ${what} either is refused or loses the name again`, async () => {
      const refused: unknown[] = [];
      for (let round = 0; round < rounds; round++) {
        const { id } = await shelves(server).create({ name: `shelf ${round}` });
        const book = await books().create({ title: 'here' });
        const [written] = await Promise.allSettled([
          write(id, book.id),
          shelves()
            .delete(id)
            .catch(() => undefined),
        ]);
        if (written.status === 'rejected') refused.push(written.reason.response);
      }
      expect(await lost()).toEqual([]);
      for (const refusal of refused) expect(JSON.stringify(refusal)).toContain('validation_missing_rel_records');
    });
  }

  test('lists of what is named that are sent whole bring it back to none', async () => {
    for (let round = 0; round < rounds; round++) {
      const [doomed, kept] = await Promise.all([1, 2].map((n) => shelves(server).create({ name: `${round}.${n}` })));
      const other = await shelves(server).create({ name: `${round}.3` });
      const before = [doomed?.id, kept?.id];
      const book = await books().create({ seen: before });
      await Promise.allSettled([
        books().update(book.id, { seen: [...before, other.id] }),
        shelves().delete(doomed?.id ?? ''),
      ]);
    }
    expect(await lost()).toEqual([]);
  });

  test('of many that are created at once and name it, none keeps the name, and the others are all made', async () => {
    const kept = await shelves(server).create({ name: 'kept' });
    for (let round = 0; round < 5; round++) {
      const doomed = await shelves(server).create({ name: `doomed ${round}` });
      const ends = await Promise.allSettled([
        ...Array.from({ length: 20 }, (_, n) =>
          books().create({ shelf: n % 2 ? kept.id : doomed.id, seen: [kept.id] }),
        ),
        shelves().delete(doomed.id),
      ]);
      const others = ends.slice(0, 20).filter((_, n) => n % 2);
      expect(others.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    expect(await lost()).toEqual([]);
  });
});

describe('while a collection is truncated', () => {
  test('what is created and names its records keeps no name', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, n) => shelves(server).create({ name: `all ${n}` })));
    await server.root.collections.truncate('labels');
    await Promise.allSettled([
      second.root.collections.truncate('shelves'),
      ...made.map(({ id }) => books().create({ shelf: id, seen: [id] })),
    ]);
    expect(await lost()).toEqual([]);
  });
});

test('of deletions of one record at the same moment one succeeds, and its deletion is told once', async () => {
  const heard: string[] = [];
  server.engine.hooks.on('shelves', { afterDelete: async ({ record }) => void heard.push(record.id) });
  for (let round = 0; round < 10; round++) {
    const { id } = await shelves(server).create({ name: 'once' });
    heard.length = 0;
    const calls = Array.from({ length: 10 }, () => shelves(server).delete(id));
    const statuses = await Promise.all(
      calls.map((call) =>
        call.then(
          () => 204,
          (error) => error.status,
        ),
      ),
    );
    expect(statuses.sort()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect(heard).toEqual([id]);
  }
});

test('what goes with a deleted record and what loses its name is told in the order in which it happened', async () => {
  const [doomed, kept] = await Promise.all([1, 2].map((n) => shelves(server).create({ name: `told ${n}` })));
  await books().create({ title: 'loses the name', seen: [doomed?.id, kept?.id] });
  await books().create({ title: 'goes along', home: doomed?.id });
  const heard: string[] = [];
  const filter = { filter: 'title ~ "loses" || title ~ "goes"' };
  await books().subscribe('*', ({ action, record }) => heard.push(`${action} ${record.title}`), filter);
  await shelves(server).delete(doomed?.id ?? '');
  await expect.poll(() => heard).toEqual(['delete goes along', 'update loses the name']);
  await books().unsubscribe();
});

test('a record that names nothing that is there is refused as ever', async () => {
  const { data } = await refusalOf(books().create({ shelf: 'nobody000000000' }));
  expect(data).toMatchObject({ shelf: { code: 'validation_missing_rel_records' } });
});
