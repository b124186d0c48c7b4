import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let second: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const fields = [
  { name: 'title', type: 'text' },
  { name: 'n', type: 'number' },
];

beforeAll(async () => {
  server = await startEngineServer();
  second = await startEngineServer({ beside: server });
  await server.root.settings.update({ batch: { enabled: true, maxRequests: 50, timeout: 10 } });
  await server.root.collections.create({ name: 'items', type: 'base', ...rules, fields });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

test('a batch and a deletion of one of its records at the same moment leave all of the batch or nothing', async () => {
  for (let round = 0; round < 20; round++) {
    const made = await Promise.all([1, 2, 3].map((n) => server.guest.collection('items').create({ title: 'old', n })));
    const batch = server.guest.createBatch();
    for (const { id } of made) batch.collection('items').update(id, { title: `new ${round}` });
    const doomed = made[round % 3]?.id ?? '';
    const [changed, deleted] = await Promise.allSettled([
      batch.send(),
      second.guest.collection('items').delete(doomed),
    ]);
    expect(deleted.status).toBe('fulfilled');
    const left = await server.guest
      .collection('items')
      .getFullList({ batch: 500, filter: made.map(({ id }) => `id = '${id}'`).join(' || ') });
    const title = changed.status === 'fulfilled' ? `new ${round}` : 'old';
    expect(left.map((item) => item.title)).toEqual([title, title]);
  }
});

test('records that are written while an import changes their collection are all there afterwards, each whole', async () => {
  const { id } = await server.root.collections.create({ name: 'moving', type: 'base', ...rules, fields });
  let isDone = false;
  const writeOn = async (writer: EngineServer) => {
    const written: string[] = [];
    for (let n = 0; !isDone && n < 300; n++) {
      const record = await writer.guest.collection('moving').create({ title: `item ${n}`, n });
      written.push(record.id);
    }
    return written;
  };
  const writing = [server, second].map(writeOn);
  for (let round = 0; round < 6; round++) {
    const extra = { name: `extra${round}`, type: 'text' };
    const known = (await server.root.collections.getOne(id)).fields;
    await server.root.collections.import([
      { id, name: 'moving', type: 'base', ...rules, fields: [...known, extra] } as never,
    ]);
  }
  isDone = true;
  const written = (await Promise.all(writing)).flat();
  const stored = await server.guest.collection('moving').getFullList({ batch: 500 });
  expect(stored.map((record) => record.id).sort()).toEqual([...written].sort());
  expect(stored.filter(({ title, n }) => title !== `item ${n}`)).toEqual([]);
  expect(stored[0]).toHaveProperty('extra5', '');
});

test('a collection that one server has made takes records on the other at once', async () => {
  for (let round = 0; round < 15; round++) {
    const name = `fresh_${round}`;
    await server.root.collections.create({ name, type: 'base', ...rules, fields });
    const record = await second.guest.collection(name).create({ title: 'at once', n: round });
    expect(record.n).toBe(round);
  }
});

test('of records with one unique value, made by two servers at the same moment, there is one', async () => {
  const indexes = ['CREATE UNIQUE INDEX idx_unique_title ON uniques (title)'];
  await server.root.collections.create({ name: 'uniques', type: 'base', ...rules, fields, indexes });
  for (let round = 0; round < 10; round++) {
    const rivals = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? server : second).guest.collection('uniques').create({ title: `only ${round}`, n }),
    );
    const ends = await Promise.allSettled(rivals);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
  const { data } = await refusalOf(server.guest.collection('uniques').create({ title: 'only 0' }));
  expect(data).toMatchObject({ title: { code: 'validation_not_unique' } });
});
