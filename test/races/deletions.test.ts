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
  const deleting = by
    .collection('papers')
    .delete(id)
    .then(
      () => 204,
      (error: { status: number }) => error.status,
    );
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

test('what is deleted is told of as it was last', async () => {
  const heard: unknown[] = [];
  server.engine.hooks.on('papers', { afterDelete: async ({ record }) => void heard.push(record.state) });
  expect(await deleteWhile(server.root, 'sealed')).toBe(204);
  expect(heard).toEqual(['sealed']);
});
