import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

/* A page is read no further than to its end, in the order of insertion and in that of an index. */

let server: EngineServer;
beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({
    name: 'fish',
    type: 'base',
    fields: [{ name: 'title', type: 'text' }],
    indexes: ['create index idx_fish_title on fish (title)'],
  });
  await server.engine.db.query(
    `insert into fish (id, title) select 'fish' || lpad(n::text, 11, '0'), md5(n::text) from generate_series(1, 2000) n`,
  );
  await server.engine.db.query('vacuum analyze fish');
});
afterAll(() => server.close());

/** How the database reads the first page in an order. */
async function planOfPage(sort: string, filter = ''): Promise<string> {
  const { db } = server.engine;
  const asked = vi.spyOn(db, 'query');
  await server.root.collection('fish').getList(1, 30, { sort, filter, skipTotal: true });
  const [text = '', values] = asked.mock.calls.findLast(([sql]) => sql.includes('from "fish"')) ?? [];
  asked.mockRestore();
  const [row] = await db.query<{ 'QUERY PLAN': object[] }>(`explain (analyze, format json) ${text}`, values);
  return JSON.stringify(row);
}

/** How many rows of the table it goes through for that. */
async function readForPage(sort: string): Promise<number> {
  const rows = [...(await planOfPage(sort)).matchAll(/"Actual Rows":([\d.]+)/g)];
  return Math.max(...rows.map(([, count]) => Number(count)));
}

test.each(['', '@rowid', '-@rowid', 'title', '-title'])(
  'a page is read to its end and no further: sorted by "%s"',
  async (sort) => {
    const rows = await readForPage(sort);
    expect(rows).toBeGreaterThanOrEqual(30);
    expect(rows).toBeLessThan(60);
  },
);

test.each(['', '-@rowid'])('those that are chosen are not looked for from one end on: sorted by "%s"', async (sort) => {
  expect(await planOfPage(sort)).toContain('fish__seq_idx');
  expect(await planOfPage(sort, "title != 'x'")).not.toContain('fish__seq_idx');
});
