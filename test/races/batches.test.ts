import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const records = '/api/collections/accounts/records';
const first = 'accounta0000000';
const last = 'accountb0000000';

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.settings.update({ batch: { enabled: true, maxRequests: 50, timeout: 3 } });
  await server.root.collections.create({
    name: 'accounts',
    type: 'base',
    ...rules,
    fields: [
      { name: 'name', type: 'text' },
      { name: 'cents', type: 'number' },
      { name: 'papers', type: 'file', maxSelect: 9 },
    ],
    indexes: ['CREATE UNIQUE INDEX idx_account_name ON accounts (name)'],
  });
  for (const id of [first, last]) await server.guest.collection('accounts').create({ id, name: id, cents: 100 });
});
afterAll(() => server.close());

type Call = { method: string; url: string; body?: unknown };

async function send(method: string, path: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}
const batch = (...requests: Call[]) => send('POST', '/api/batch', { requests });
const change = (id: string, body: Record<string, unknown>) => ({ method: 'PATCH', url: `${records}/${id}`, body });
const pay = (from: string, to: string) => batch(change(from, { 'cents-': 1 }), change(to, { 'cents+': 1 }));
const centsOf = async (id: string) => (await server.guest.collection('accounts').getOne(id)).cents;

describe('batches at the same moment', () => {
  test('that change the same records in opposite order all succeed, and so does a change beside them', async () => {
    const paying = Array.from({ length: 30 }, (_, n) => (n % 2 ? pay(first, last) : pay(last, first)));
    const beside = Array.from({ length: 10 }, (_, n) => send('PATCH', `${records}/${first}`, { name: `beside ${n}` }));
    expect(new Set(await Promise.all([...paying, ...beside]))).toEqual(new Set([200]));
    expect([await centsOf(first), await centsOf(last)]).toEqual([100, 100]);
  });

  test('that delete the same records in opposite order succeed once', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = ['x', 'y'].map((letter) => `gone${letter}${String(round).padStart(10, '0')}`);
      for (const id of ids) await server.guest.collection('accounts').create({ id, name: id });
      const remove = (...order: string[]) =>
        batch(...order.map((id) => ({ method: 'DELETE', url: `${records}/${id}` })));
      const ends = await Promise.all([remove(...ids), remove(...ids.toReversed())]);
      expect(ends.sort()).toEqual([200, 400]);
    }
  });

  test('that make or change a record of the same new id all succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const id = `upsert${String(round).padStart(9, '0')}`;
      const put = { method: 'PUT', url: records, body: { id, name: id, 'cents+': 1 } };
      const statuses = await Promise.all(Array.from({ length: 20 }, () => batch(put)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await centsOf(id)).toBe(20);
    }
  });
});

test('a batch holds no record that its caller may not write', async () => {
  const fields = [{ name: 'name', type: 'text' }];
  const owned = { updateRule: 'name = @request.auth.id', deleteRule: null };
  await server.root.collections.create({ name: 'a_others', type: 'base', ...rules, ...owned, fields });
  const { db } = server.engine;
  const ids = await Promise.all(
    [1, 2].map(async () => (await server.guest.collection('a_others').create({ name: 'theirs' })).id),
  );
  const [letGo, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.transaction(async (tx) => {
    await tx.query('select 1 from accounts where id = $1 for update', [first]);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  // It waits for its first record, and had its turn at the others before.
  const url = '/api/collections/a_others/records';
  const others = [
    { method: 'PATCH', url: `${url}/${ids[0]}`, body: { name: 'x' } },
    { method: 'DELETE', url: `${url}/${ids[1]}` },
  ];
  const waiting = batch(change(first, { name: 'waits' }), ...others);
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let free: unknown[] = [];
  try {
    await expect.poll(() => db.query(waits), { timeout: 2500 }).not.toEqual([]);
    free = await db.query('select id from a_others where id = any ($1) for update nowait', [ids]);
  } finally {
    letGo.resolve();
    await holder;
  }
  expect(free).toHaveLength(2);
  expect(await waiting).toBe(400);
});

test('batches that get into a deadlock run again, and what they upload is stored once', async () => {
  const { id: collectionId } = await server.root.collections.getOne('accounts');
  const storedOf = (id: string) => readdir(join(server.dataDir, 'files', collectionId, id));
  for (let round = 0; round < 3; round++) {
    const ids = ['p', 'q'].map((letter) => `newly${letter}${String(round).padStart(9, '0')}`);
    // Each makes what the other waits for: there is nothing yet to be locked beforehand.
    const put = async (order: string[]) => {
      const requests = order.map((id) => ({ method: 'PUT', url: records, body: { id, name: id } }));
      const body = new FormData();
      body.set('@jsonPayload', JSON.stringify({ requests }));
      for (const n of [0, 1]) body.append(`requests.${n}.papers+`, new File([`paper ${n}`], 'paper.txt'));
      return (await fetch(`${server.url}/api/batch`, { method: 'POST', body })).status;
    };
    expect(await Promise.all([put(ids), put(ids.toReversed())])).toEqual([200, 200]);
    for (const id of ids) {
      const { papers } = await server.guest.collection('accounts').getOne(id);
      expect(papers).toHaveLength(2);
      await expect.poll(() => storedOf(id)).toHaveLength(2);
    }
  }
});

test('changes by difference at the same moment all count', async () => {
  const { id } = await server.guest.collection('accounts').create({ name: 'stock', cents: 0 });
  const adding = Array.from({ length: 40 }, () => send('PATCH', `${records}/${id}`, { 'cents+': 1 }));
  expect(new Set(await Promise.all(adding))).toEqual(new Set([200]));
  expect(await centsOf(id)).toBe(40);
});
