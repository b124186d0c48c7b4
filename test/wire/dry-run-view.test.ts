import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({ name: 'things', type: 'base', fields: [{ name: 'n', type: 'number' }] });
  for (let n = 0; n < 12; n++) await server.root.collection('things').create({ n });
});

afterAll(() => server.close());

const dryRun = (query: unknown, client = server.root) =>
  client.send('/api/collections/meta/dry-run-view', { method: 'POST', body: { query } });

test('a view that is tried shows its fields and ten rows, and is not made', async () => {
  const { fields, sample } = await dryRun('select id, (n * 2) as double from things order by n;');
  expect(fields.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['id', 'text'],
    ['double', 'json'],
  ]);
  expect(sample).toHaveLength(10);
  expect(sample[3].double).toBe(6);
  expect((await server.root.collections.getFullList()).some(({ type }) => type === 'view')).toBe(false);
});

test.each([
  ['nothing', '', 'An error occurred while validating the submitted data.'],
  ['a text that is too long', 'x'.repeat(5001), 'An error occurred while validating the submitted data.'],
  ['no query', 'hello', 'Invalid view query.'],
  ['a query without ids', 'select n from things', 'Invalid view query.'],
  ['two statements', 'select id from things; drop table things', 'Invalid view query.'],
  ['a write', 'delete from things returning id', 'Invalid view query.'],
  ['what fails only when it runs', 'select id, (width_bucket(n, 1, 1, 2)) as x from things', 'Invalid view query.'],
  ['a number', 5, 'An error occurred while loading the submitted data.'],
])('%s is refused', async (_name, query, message) => {
  const refusal = await refusalOf(dryRun(query));
  expect([refusal.status, refusal.message.startsWith(message)]).toEqual([400, true]);
  expect((await server.root.collection('things').getList(1, 1)).totalItems).toBe(12);
});

test('trying views is for superusers', async () => {
  expect((await refusalOf(dryRun('select 1 as id', server.guest))).status).toBe(401);
});
