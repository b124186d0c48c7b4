import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: 'state = "open"' };

beforeAll(async () => {
  server = await startEngineServer();
  const fields = [{ name: 'state', type: 'text' }];
  await server.root.collections.create({ name: 'papers', type: 'base', ...rules, fields });
});
afterAll(() => server.close());

function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 204,
    (error: { status: number }) => error.status,
  );
}

/** Deletes a record while somebody changes its state, who came first. */
async function deleteWhile(by: typeof server.root, state: string): Promise<number> {
  const { db } = server.engine;
  const { id } = await server.guest.collection('papers').create({ state: 'open' });
  const [letGo, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.transaction(async (tx) => {
    await tx.query('update papers set state = $2 where id = $1', [id, state]);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  const deleting = statusOf(by.collection('papers').delete(id));
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    await expect.poll(() => db.query(waits), { timeout: 4000 }).not.toEqual([]);
  } finally {
    letGo.resolve();
    await holder;
  }
  return deleting;
}

test('what may not be deleted any more once it is its turn stays', async () => {
  expect(await deleteWhile(server.guest, 'sealed')).toBe(404);
});

test('a deletion that a required relation stops waits for one such record, not for all', async () => {
  const { db } = server.engine;
  const { id: collectionId } = await server.root.collections.getOne('papers');
  const paper = { name: 'paper', type: 'relation', collectionId, maxSelect: 1, required: true };
  await server.root.collections.create({ name: 'stamps', type: 'base', createRule: '', fields: [paper] });
  const { id } = await server.guest.collection('papers').create({ state: 'open' });
  for (let n = 0; n < 2; n++) await server.guest.collection('stamps').create({ paper: id });
  const ends: number[] = [];
  const order = await db.query('select id from stamps order by _seq');
  const [letGo, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.transaction(async (tx) => {
    await tx.query('select 1 from stamps where id = $1 for update', [order.at(-1)?.id]);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  try {
    const deleting = statusOf(server.guest.collection('papers').delete(id)).then((status) => ends.push(status));
    await expect.poll(() => ends, { timeout: 4000 }).toEqual([400]);
    await deleting;
  } finally {
    letGo.resolve();
    await holder;
  }
});

test('what is deleted is told of as it was last', async () => {
  const heard: unknown[] = [];
  server.engine.hooks.on('papers', { afterDelete: async ({ record }) => void heard.push(record.state) });
  expect(await deleteWhile(server.root, 'sealed')).toBe(204);
  expect(heard).toEqual(['sealed']);
});
