import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewViews } from '#engine/schema/renew-views.ts';
import { type EngineServer, startEngineServer } from '#support/engine-server.ts';

/* Views are read as far as they are asked for, and have the order that they had when they were saved today. */

let server: EngineServer;
const ids = Array.from({ length: 2000 }, (_, index) => `fish${String(index).padStart(11, '0')}`);
beforeAll(async () => {
  server = await startEngineServer();
  await server.root.collections.create({
    name: 'fish',
    type: 'base',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'weight', type: 'number' },
    ],
  });
  await server.engine.db.query(
    `insert into fish (id, title, weight) select id, 'a fish', place from unnest($1::text[]) with ordinality as given (id, place)`,
    [ids],
  );
  await server.engine.db.query('vacuum analyze fish');
});
afterAll(() => server.close());

const make = (name: string, viewQuery: string) => server.root.collections.create({ name, type: 'view', viewQuery });
const idsOf = async (name: string) => (await server.root.collection(name).getList(1, 3)).items.map(({ id }) => id);

/** How many rows of tables the database goes through for one record of a view. */
async function readForOne(name: string): Promise<number> {
  const [row] = await server.engine.db.query<{ 'QUERY PLAN': object[] }>(
    `explain (analyze, format json) select * from "${name}" where id = '${ids[1500]}'`,
  );
  let rows = 0;
  JSON.stringify(row, (key, value) => {
    if (key === 'Actual Rows' || key === 'Rows Removed by Filter') rows = Math.max(rows, Number(value));
    return value;
  });
  return rows;
}

test.each([
  ['one', 'select id, title from fish'],
  ['computed', 'select id, (upper(title)) as loud, (weight * 2) as twice from fish where weight > 1'],
  ['joined', 'select a.id, b.title from fish a left join fish b on b.id = a.id'],
  ['upon', 'select id, title from one'],
])('a record of a view is looked up without reading all others: %s', async (name, query) => {
  await make(name, query);
  expect(await readForOne(name)).toBeLessThan(10);
  expect(await server.root.collection(name).getOne(String(ids[1500]))).toMatchObject({ id: ids[1500] });
});

test('a view of two tables has its order where records of it are chosen, by a filter and by its rule', async () => {
  const viewQuery = 'select a.id, b.title from fish a left join fish b on b.id = a.id';
  await server.root.collections.create({ name: 'pairs', type: 'view', viewQuery, listRule: 'title != ""' });
  for (const client of [server.root, server.guest]) {
    const { items } = await client.collection('pairs').getList(1, 3, { filter: 'title ~ "fish"' });
    expect(items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
  }
});

test('a view that is made again with other columns is read with them', async () => {
  for (const [column, value] of [
    ['weight', 1],
    ['title', 'a fish'],
  ] as const) {
    await make('turned', `select id, ${column} as it from fish`);
    for (let again = 0; again < 3; again++) {
      const { items } = await server.root.collection('turned').getList(1, 1);
      expect(items[0]).toMatchObject({ it: value });
    }
    await server.root.collections.delete('turned');
  }
});

test('views of an older version, and those that stand on them, are made anew at a start; what cannot be stays', async () => {
  const { db } = server.engine;
  await make('old', 'select id, title from fish');
  await make('older', 'select id, title from old');
  await make('lost', 'select id, title from fish');
  const before = 'select id, title, row_number() over () as _seq from (select * from fish order by id desc) as _rows';
  await db.query('drop view older, old, lost');
  for (const name of ['old', 'older', 'lost']) await db.query(`create view ${name} as ${before}`);
  await db.query(
    `update _collections set definition = jsonb_set(definition, '{viewQuery}', '"select nothing"') where name = 'lost'`,
  );
  const backwards = ids.slice(-3).reverse();
  expect([await idsOf('old'), await idsOf('older')]).toEqual([backwards, backwards]);

  await renewViews(server.engine);
  expect([await idsOf('old'), await idsOf('older')]).toEqual([ids.slice(0, 3), ids.slice(0, 3)]);
  expect(await idsOf('lost')).toEqual(backwards);
  await server.root.collections.delete('lost');
});

test('views of an older version are made anew when a deadlock ended the first try', async () => {
  const { db } = server.engine;
  await make('stuck', 'select id, title from fish');
  await db.query(`comment on view stuck is 'older'`);
  // A sequence goes on where what drew from it is undone.
  await db.query('create sequence tries');
  await db.query(`create function end_first_try() returns event_trigger language plpgsql
    as $$ begin if nextval('tries') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if; end $$`);
  await db.query(
    `create event trigger first_try on ddl_command_start when tag in ('DROP VIEW') execute function end_first_try()`,
  );

  await renewViews(server.engine);
  await db.query('drop event trigger first_try');
  const [view] = await db.query(`select obj_description('stuck'::regclass, 'pg_class') as made`);
  expect(view).not.toEqual({ made: 'older' });
});
