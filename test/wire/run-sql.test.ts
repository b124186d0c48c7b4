import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overBudget } from '#engine/limits/budgets.ts';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

beforeAll(async () => {
  server = await startEngineServer();
  const fields = [
    { name: 'n', type: 'number' },
    { name: 'at', type: 'date' },
  ];
  await server.root.collections.create({ name: 'things', type: 'base', fields });
  await server.root.collection('things').create({ n: 7, at: '2026-01-02 03:04:05.000Z' });
  await server.root.collection('things').create({ n: 8 });
});
afterAll(() => server.close());

const run = (query: string, client = server.root) => client.sql.run(query);

test('superusers read collections by SQL, as the client calls it', async () => {
  expect(await run('select n, at, n > 7 as more from things order by n;')).toEqual({
    execTime: expect.any(Number),
    affectedRows: 0,
    columns: [
      { name: 'n', type: 'DOUBLE PRECISION', nullable: true },
      { name: 'at', type: 'TIMESTAMP WITH TIME ZONE', nullable: true },
      { name: 'more', type: 'INTEGER', nullable: true },
    ],
    rows: [
      ['7', '2026-01-02 03:04:05.000Z', '0'],
      ['8', null, '1'],
    ],
  });
  expect((await run('select n.n from things, generate_series(1, 3000) as n(n)')).rows).toHaveLength(1000);
});

test.each([
  ['delete from things'],
  ['with gone as (delete from things returning n) select n from gone'],
  ['select 1 as a; delete from things'],
  ['select password from _superusers'],
  ['select rolname from pg_roles'],
  ["select pg_read_file('/etc/passwd') as a"],
  ["select set_config('role', 'none', false) as a"],
  ['select width_bucket(n, 1, 1, 2) as a from things'],
  ['selec 1'],
])('%s is refused with the reason', async (query) => {
  const refusal = await refusalOf(run(query));
  expect(refusal).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^Failed to execute query\. Raw error:\n/),
  });
  expect((await server.root.collection('things').getList(1, 1)).totalItems).toBe(2);
});

test('an answer has as many bytes of values as the budget says, and is refused with one more', async () => {
  const query = "select repeat('ä', 500) as a, repeat('x', n::int) as b from generate_series(0, 9) as n(n)";
  const bytes = 10 * 1000 + 45;
  await server.root.settings.update({ budgets: { sqlBytes: bytes } });
  expect((await run(query)).rows).toHaveLength(10);
  await server.root.settings.update({ budgets: { sqlBytes: bytes - 1 } });
  expect(await refusalOf(run(query))).toMatchObject({ status: 400, message: overBudget('sqlBytes').message });
  expect((await run(`select count(*) as n from (${query}) wide`)).rows).toEqual([['10']]);
  await server.root.settings.update({ budgets: { sqlBytes: null } });
  const huge = "select repeat('x', 20000) as a from generate_series(1, 1000)";
  expect(await refusalOf(run(huge))).toMatchObject({ status: 400, message: overBudget('sqlBytes').message });
});

/** The most memory, in MiB, that any of the database's processes ever held for this server. */
async function peakOfDatabase(): Promise<number> {
  const processes = await server.engine.db.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const peaks = processes.map(({ pid }) => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Math.max(...peaks.map(Number)) / 1024;
}

test.each([
  ['one text of a gigabyte', "select repeat('x', 1000000000) as a"],
  ['several long texts', "select repeat('x', n::int) as a from generate_series(200000000, 200000010) as n(n)"],
  ['a text that grows', "select string_agg(repeat('x', 1000000), '') as a from generate_series(1, 900) n"],
  ['rows to be sorted', "select repeat('x', 1000) || n as a from generate_series(1, 100000000) n order by 1"],
])('[25.20] %s is refused, and neither server nor database holds much more for it', async (_, query) => {
  const before = process.memoryUsage.rss();
  const began = performance.now();
  expect((await refusalOf(run(query))).status).toBe(400);
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  expect(await peakOfDatabase()).toBeLessThan(1024);
});

test('[25.20] a call has one deadline for all that is asked for it, and queries wait for each other within it', async () => {
  await server.root.settings.update({ budgets: { sqlMs: 600 } });
  const slow = 'select count(*) as a from generate_series(1, 400) x, generate_series(1, 100000) y where x * y % 7 = 3';
  const began = performance.now();
  const refusals = await Promise.all([slow, slow, slow].map((query) => refusalOf(run(query))));
  expect(performance.now() - began).toBeLessThan(8000);
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 400, message: overBudget('sqlMs').message });
  await server.root.settings.update({ budgets: { sqlMs: null } });
  expect((await run('select 1 as a')).rows).toEqual([['1']]);
});

test('nobody else does, and an empty query is none', async () => {
  expect((await refusalOf(run('select 1 as a', server.guest))).status).toBe(401);
  expect((await refusalOf(run(''))).data).toMatchObject({ query: { code: 'validation_required' } });
  const extensions = await fetch(`${server.url}/_/extensions.js`);
  expect([extensions.status, await extensions.text()]).toEqual([200, '']);
});
