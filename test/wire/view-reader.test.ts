import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let count = 0;

beforeAll(async () => {
  server = await startEngineServer();
  const { root } = server;
  const fields = [
    { name: 't', type: 'text' },
    { name: 'n', type: 'number' },
    { name: 'p', type: 'password' },
    { name: 's', type: 'select', values: ['a', 'b'], maxSelect: 1 },
  ];
  await root.collections.create({ name: 'things', type: 'base', listRule: '', fields });
  await root.collections.create({ name: 'members', type: 'auth', fields: [{ name: 'n', type: 'number' }] });
  await root.collection('things').create({ t: 'x', n: 5, p: 'password-of-x', s: 'a' });
});
afterAll(() => server.close());

const create = (viewQuery: string, settings = {}) =>
  server.root.collections.create({ name: `view${count++}`, type: 'view', listRule: '', viewQuery, ...settings });
const dryRun = (query: string) =>
  server.root.send('/api/collections/meta/dry-run-view', { method: 'POST', body: { query } });
const listOf = async (view: { name: string }) => (await server.guest.collection(view.name).getList(1, 5)).items;

describe('no view reaches a secret, not even a superuser’s', () => {
  test.each([
    ['password hashes of superusers', 'select id, password as t from _superusers'],
    ['token keys of superusers', 'select id, "tokenKey" as t from _superusers'],
    ['a whole row of superusers', 'select id, (to_jsonb(s)) as t from _superusers s'],
    ['the rows of superusers as one text', 'select id, (s::text) as t from _superusers s'],
    ['password hashes of other accounts', 'select id, password as t from members'],
    ['token keys of other accounts', 'select id, "tokenKey" as t from members'],
    ['a password field of a base collection', 'select id, p from things'],
    ['codes that were mailed', 'select id, password as t from _otps'],
    ['a secret in a condition', "select id from _superusers where password ~ '^a'"],
    ['a secret in an order', 'select id from _superusers order by "tokenKey"'],
    ['a secret in a subquery', 'select id, (select max(password) from _superusers) as t from things'],
    ['a secret in a common table', 'with x as (select id, password from _superusers) select id, password as t from x'],
    ['descriptions with secrets of tokens', 'select id, definition as t from _collections'],
    ['settings', 'select id, value as t from _params'],
    ['logs', 'select id, data as t from _logs'],
    ['the catalogue', 'select oid as id, rolname as t from pg_roles'],
    ['passwords of roles', 'select rolname as id, rolpassword as t from pg_authid'],
    ['what others ask', 'select pid as id, query as t from pg_stat_activity'],
    ['the information schema', 'select table_name as id from information_schema.tables'],
    ['jobs', 'select id from pgboss.job'],
  ])('%s', async (_name, query) => {
    const refused = await refusalOf(create(query));
    expect(refused).toMatchObject({ status: 400, data: { viewQuery: { code: 'validation_invalid_view_query' } } });
    expect(await refusalOf(dryRun(query))).toMatchObject({ status: 400 });
  });
});

describe('no view does more than read', () => {
  test.each([
    ['a write', "insert into things (id) values ('x') returning id"],
    ['a write in a common table', 'with x as (delete from things returning id) select id from x'],
    ['a new table', 'select id into stolen from things'],
    ['a second statement', 'select id from things; drop table things'],
    ['a bracket that ends the query', 'select id from things) as x; drop table things; --'],
    ['a bracket and another query', 'select id from things) as x, (select password from _superusers'],
    ['rows that are locked', 'select id from things for update'],
    [
      'a text run as SQL',
      "select id, (query_to_xml('select password from _superusers', true, true, '')::text) as t from things",
    ],
    ['a table as XML', "select id, (table_to_xml('_superusers', true, true, '')::text) as t from things"],
    ['a file', "select id, (pg_read_file('/etc/passwd')) as t from things"],
    ['a folder', "select id, (pg_ls_dir('.')) as t from things"],
    ['a setting', "select id, (current_setting('data_directory')) as t from things"],
    ['another role', "select id, (set_config('role', 'none', true)) as t from things"],
    ['waiting', 'select id, (pg_sleep(60)::text) as t from things'],
    ['a sequence', "select id, (nextval('things__seq_seq')) as t from things"],
    ['a large object', "select id, (lo_from_bytea(0, 'x')) as t from things"],
    ['a large object in a condition', 'select id from things where lo_unlink(1) = 1'],
    ['a lock', 'select id, (pg_advisory_lock(1)::text) as t from things'],
    ['a message to other servers', "select id, (pg_notify('kerbside_collections', '')::text) as t from things"],
    ['ending other sessions', 'select id, (pg_terminate_backend(1)) as t from things'],
    ['a function as a table', "select id from pg_ls_dir('.') as x(id)"],
    ['a function of the product', 'select id, (compact_json(to_jsonb(t))) as t from things'],
    ['a function in an order', 'select id from things order by pg_sleep(1)::text'],
    ['a function in a window', 'select id, (sum(n) over (order by pg_sleep(1)::text)) as t from things'],
    ['a function behind a schema', 'select id, (pg_catalog.pg_sleep(1)::text) as t from things'],
  ])('%s', async (_name, query) => {
    expect(await refusalOf(create(query))).toMatchObject({ status: 400 });
    expect(await refusalOf(dryRun(query))).toMatchObject({ status: 400 });
    expect((await server.root.collection('things').getList(1, 1)).totalItems).toBe(1);
  });

  test('trying a view lets its reader read nothing afterwards', async () => {
    const readable = () =>
      server.engine.db.query<{ isReadable: boolean }>(
        `select has_column_privilege('kerbside_view_reader', 'members', 'n', 'select') as "isReadable"`,
      );
    await dryRun('select id, n from members');
    expect(await readable()).toEqual([{ isReadable: false }]);
    await create('select id, n from members');
    expect(await readable()).toEqual([{ isReadable: true }]);
  });

  test('a view that takes too long is ended, and one that fails is the client’s to know', async () => {
    const failing = await create('select id, (acos(n - n + 2)) as x from things');
    expect(await refusalOf(listOf(failing))).toMatchObject({ status: 400 });
    const { name } = await create('select id, t from things');
    expect(await listOf({ name })).toHaveLength(1);
    // The connection goes back to the pool with the limit that every statement of the API has, not with the view's own ten seconds.
    const settings = await Promise.all(
      Array.from({ length: 10 }, () => server.engine.db.query('show statement_timeout')),
    );
    expect(new Set(settings.flat().map(({ statement_timeout }) => statement_timeout))).toEqual(new Set(['15s']));
  });
});

describe('a view takes its fields from its query', () => {
  const typesOf = async (query: string) => {
    const { fields } = await create(query);
    return Object.fromEntries(fields.map(({ name, type }: { name: string; type: string }) => [name, type]));
  };

  test('fields are passed on, ids of others are relations, counts and casts have types, the rest is JSON', async () => {
    const query = `select a.id, a.t as title, b.id as other, count(b.id) as total, cast(a.n as int) as whole,
      (a.n * 2) as twice, lower(a.t) as low, max(a.s) as most from things a left join things as b on b.t = a.t group by a.id, b.id`;
    expect(await typesOf(query)).toEqual({
      id: 'text',
      title: 'text',
      other: 'relation',
      total: 'number',
      whole: 'number',
      twice: 'json',
      low: 'json',
      most: 'json',
    });
    const [record] = await listOf(await create(query));
    expect(record).toMatchObject({ title: 'x', total: 1, whole: 5, twice: 10, low: 'x', most: 'a' });
  });

  test.each([
    [
      'select * from things',
      'wildcard columns (*) are not supported - manually type the collection field names you want the view query to have',
    ],
    [
      'select t from things',
      "missing required id column (you can use `(ROW_NUMBER() OVER()) as id` if you don't have one)",
    ],
    ['select id, n + 1 as m from things', 'invalid identifier parts [n + 1 as m]'],
    ['select id; select 1', 'multiple statements are not supported'],
    ['select id, none from things', 'SQL logic error: no such column: none (1)'],
    ['select id from nowhere', 'SQL logic error: no such table: main.nowhere (1)'],
    ['delete from things', 'SQL logic error: near "delete": syntax error (1)'],
    ['select id, (pg_sleep(1)::text) as t from things', 'the function pg_sleep cannot be used in a view'],
  ])('%s is refused with the reason', async (query, reason) => {
    expect((await refusalOf(create(query))).data).toMatchObject({
      viewQuery: { message: `Invalid query - ${reason}.` },
    });
  });

  test('a view stays on a source whose field comes to hold several values, and on a view that is changed', async () => {
    const { root } = server;
    const source = await root.collections.create({
      name: 'sources',
      type: 'base',
      fields: [{ name: 's', type: 'select', values: ['a', 'b'], maxSelect: 1 }],
    });
    await root.collection('sources').create({ s: 'a' });
    const lower = await create('select id, s from sources');
    const upper = await create(`select id, s as kind from ${lower.name}`);
    expect(await listOf(upper)).toMatchObject([{ kind: 'a' }]);
    const [key, field] = source.fields;
    await root.collections.update(source.id, { fields: [key, { ...field, maxSelect: 2 }] });
    expect(await listOf(upper)).toMatchObject([{ kind: ['a'] }]);
    await root.collections.update(lower.id, { viewQuery: "select id, s, ('y') as more from sources" });
    expect(await listOf(upper)).toMatchObject([{ kind: ['a'] }]);
    const broken = await refusalOf(root.collections.update(lower.id, { viewQuery: 'select id from sources' }));
    expect(broken).toMatchObject({ status: 400, message: expect.stringContaining(upper.name) });
    expect(await refusalOf(root.collections.delete(source.id))).toMatchObject({
      message: 'Failed to delete collection.',
    });
    expect(await listOf(upper)).toHaveLength(1);
  });
});
