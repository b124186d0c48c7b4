import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
const rules = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const id = 'takenid00000000';

beforeAll(async () => {
  server = await startEngineServer();
  const fields = [{ name: 'name', type: 'text' }];
  await server.root.collections.create({ name: 'items', type: 'base', ...rules, fields });
});
afterAll(() => server.close());

test('a create that waits for whoever takes its id holds up no other create', async () => {
  const { db } = server.engine;
  const items = server.guest.collection('items');
  const [letGo, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.transaction(async (tx) => {
    await tx.query('insert into items (id, name) values ($1, $2)', [id, 'first']);
    held.resolve();
    await letGo.promise;
  });
  await held.promise;
  const waiting = items.create({ id, name: 'second' }).catch((error: { status: number }) => error.status);
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const others: Promise<unknown>[] = [];
  let made = 0;
  try {
    await expect.poll(() => db.query(waits), { timeout: 4000 }).not.toEqual([]);
    for (let n = 0; n < 5; n++) others.push(items.create({ name: `other ${n}` }).then(() => made++));
    await expect.poll(() => made, { timeout: 4000 }).toBe(5);
  } finally {
    letGo.resolve();
    await Promise.all([holder, ...others]);
  }
  expect(await waiting).toBe(400);
});
