import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let second: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const number = { name: 'x', type: 'number' };
const text = { name: 'x', type: 'text' };

beforeAll(async () => {
  server = await startEngineServer();
  second = await startEngineServer({ beside: server });
  await server.root.settings.update({ batch: { enabled: true, maxRequests: 50, timeout: 10 } });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

type Call = (writer: EngineServer) => Promise<unknown>;

/** How often each status came of calls at the same moment, on every connection of the pool. */
async function countAtOnce(writers: readonly EngineServer[], call: Call): Promise<Record<string, number>> {
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => statusOf(call(writers[n % writers.length] as EngineServer))),
  );
  return count(statuses);
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
}

function count(statuses: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const createOne = (name: string, x: unknown) => (writer: EngineServer) => writer.guest.collection(name).create({ x });
const changeOne = (name: string, id: string, x: unknown) => (writer: EngineServer) =>
  writer.guest.collection(name).update(id, { x });
const changeInBatch = (name: string, id: string, x: unknown) => (writer: EngineServer) => {
  const batch = writer.guest.createBatch();
  batch.collection(name).create({ x });
  batch.collection(name).update(id, { x });
  return batch.send();
};

const all = [
  ['a text', text, 'abc'],
  ['a number', number, 5],
  ['a list', { name: 'x', type: 'select', values: ['a', 'b'], maxSelect: 2 }, ['a']],
  ['a date', { name: 'x', type: 'date' }, '2026-01-01 00:00:00.000Z'],
  ['a truth', { name: 'x', type: 'bool' }, true],
  ['anything', { name: 'x', type: 'json' }, { a: 1 }],
] as const;

async function writeAll(writers: readonly EngineServer[], name: string, x: unknown): Promise<Record<string, number>[]> {
  const { id } = await server.guest.collection(name).create({ x });
  return [
    await countAtOnce(writers, changeInBatch(name, id, x)),
    await countAtOnce(writers, createOne(name, x)),
    await countAtOnce(writers, changeOne(name, id, x)),
  ];
}

const allWell = [{ 200: 30 }, { 200: 30 }, { 200: 30 }];

test('a collection in place of one of its name with other fields takes every write, alone and in batches', async () => {
  for (const [what, field, x] of [...all, ...all.toReversed()]) {
    await server.root.collections.create({ name: 'again', type: 'base', ...rules, fields: [field] });
    expect([what, ...(await writeAll([server], 'again', x))]).toEqual([what, ...allWell]);
    await server.root.collections.delete('again');
  }
});

test('so does one that has the name of one that was renamed', async () => {
  for (const [round, [what, field, x]] of all.entries()) {
    await server.root.collections.create({ name: 'moved', type: 'base', ...rules, fields: [field] });
    expect([what, ...(await writeAll([server], 'moved', x))]).toEqual([what, ...allWell]);
    await server.root.collections.update('moved', { name: `moved_${round}` });
  }
});

test('and on a second server, which learns of it a moment later', async () => {
  for (const [what, field, x] of [...all, ...all.toReversed()]) {
    await server.root.collections.create({ name: 'both', type: 'base', ...rules, fields: [field] });
    await expect.poll(() => knows(second, 'both', field.type)).toBe(true);
    expect([what, ...(await writeAll([second, server], 'both', x))]).toEqual([what, ...allWell]);
    await server.root.collections.delete('both');
  }
});

function knows(of: EngineServer, name: string, type: string): boolean {
  return of.engine.collections.find(name)?.fields.some((field) => field.name === 'x' && field.type === type) ?? false;
}

test('writes while fields come and go are done or refused, never a failure of ours', async () => {
  const name = 'changing';
  const { id } = await server.root.collections.create({ name, type: 'base', ...rules, fields: [text] });
  const row = await server.guest.collection(name).create({ x: 'first' });
  let isDone = false;
  const statuses: number[] = [];
  const writeOn = async (writer: EngineServer, call: Call) => {
    while (!isDone) statuses.push(await statusOf(call(writer)));
  };
  const calls: Call[] = [createOne(name, 'x'), changeInBatch(name, row.id, 'y'), changeOne(name, row.id, 'z')];
  calls.push((writer) => writer.guest.collection(name).getList(1, 5, { sort: '-x' }));
  calls.push((writer) => writer.guest.collection(name).getOne(row.id));
  const writing = [server, second].flatMap((writer) => calls.map((call) => writeOn(writer, call)));
  for (let round = 0; round < 16; round++) {
    const { fields } = await server.root.collections.getOne(id);
    const extra = { name: 'extra', type: round % 4 ? 'number' : 'text' };
    const kept = fields.filter((field: { name: string }) => field.name !== 'extra');
    await server.root.collections.update(id, { fields: round % 2 ? kept : [...kept, extra] });
  }
  isDone = true;
  await Promise.all(writing);
  expect(Object.keys(count(statuses)).filter((status) => status !== '200' && status !== '400')).toEqual([]);
});

test('writes while all records are deleted, and then the collection, are done or find nothing', async () => {
  const name = 'leaving';
  await server.root.collections.create({ name, type: 'base', ...rules, fields: [text] });
  let isDone = false;
  const statuses: number[] = [];
  const writeOn = async (writer: EngineServer, call: Call) => {
    while (!isDone) statuses.push(await statusOf(call(writer)));
  };
  const create = createOne(name, 'x');
  const list: Call = (writer) => writer.guest.collection(name).getList(1, 5);
  const writing = [server, server, second].flatMap((writer) => [writeOn(writer, create), writeOn(writer, list)]);
  const cleared: number[] = [];
  for (let round = 0; round < 3; round++) {
    await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(round * 20);
    cleared.push(await statusOf(server.root.collections.truncate(name)));
  }
  await server.root.collections.delete(name);
  await expect.poll(() => statuses.filter((status) => status === 404).length, { timeout: 10_000 }).toBeGreaterThan(5);
  isDone = true;
  await Promise.all(writing);
  expect(cleared).toEqual([200, 200, 200]);
  expect(Object.keys(count(statuses)).sort()).toEqual(['200', '404']);
});
