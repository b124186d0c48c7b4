import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;

// A field may be called as anything inside a compiled filter: `e`, `value`, `one`, `x`.
const fields = [
  { name: 't', type: 'text' },
  { name: 'n', type: 'number' },
  { name: 'b', type: 'bool' },
  { name: 'd', type: 'date' },
  { name: 's', type: 'select', values: ['a', 'b', 'c'], maxSelect: 1 },
  { name: 'm', type: 'select', values: ['a', 'b', 'c'], maxSelect: 3 },
  { name: 'j', type: 'json' },
  { name: 'e', type: 'email' },
  { name: 'value', type: 'text' },
  { name: 'item', type: 'text' },
];

beforeAll(async () => {
  server = await startEngineServer();
  const { root } = server;
  const base = [{ name: 't', type: 'text' }];
  const targets = await root.collections.create({ name: 'targets', type: 'base', listRule: '', fields: base });
  const relation = { type: 'relation', collectionId: targets.id };
  await root.collections.create({
    name: 'rows',
    type: 'base',
    listRule: '',
    fields: [...fields, { ...relation, name: 'r1', maxSelect: 1 }, { ...relation, name: 'rm', maxSelect: 5 }],
  });
  const ids: string[] = [];
  for (const t of ['x', 'y', '']) ids.push((await root.collection('targets').create({ t })).id);
  const [x, y, z] = ids;
  const made = [
    {
      t: 'Alpha',
      n: 1,
      b: true,
      d: '2026-01-02 03:04:05.678Z',
      s: 'a',
      m: ['a', 'b'],
      j: { a: 1, b: [1, 'x', { c: 2 }], z: null },
      r1: x,
      rm: [x, y],
    },
    { t: 'beta 10%', n: -2.5, d: '2026-02-03', s: 'b', m: ['c'], j: 'text', r1: y, rm: [z] },
    { t: '', n: 0, j: [1, 2, 3] },
    { t: '10', n: 10, b: true, j: 10, s: 'c', d: '2025-12-31 23:59:59.999Z', rm: [x] },
    { t: 'a_b\\c', n: 1e21, j: true, m: ['a'], rm: [y, z], r1: z },
    { t: 'É"\'x', n: 0.1, j: null },
  ];
  for (const row of made) await root.collection('rows').create(row);
});

afterAll(() => server.close());

const titles = async (options: { filter?: string; sort: string }) =>
  (await server.guest.collection('rows').getFullList({ batch: 500, fields: 't', ...options })).map(({ t }) => t);

describe('a filter finds what the reference finds', () => {
  const found: Array<[filter: string, titles: string[]]> = [
    ['n ~ 1', ['É"\'x', 'Alpha', '10', 'a_b\\c']],
    ['t ~ 1', ['beta 10%', '10']],
    ['t = n', []],
    ['n >= t', ['10']],
    ["m = 'a'", []],
    ["m ?= 'a'", []],
    ["m ~ 'a'", ['Alpha', 'a_b\\c']],
    ["m ?~ 'b'", ['Alpha']],
    ["m = ''", []],
    ["m != ''", ['beta 10%', '', 'É"\'x', 'Alpha', '10', 'a_b\\c']],
    ["m = '[]'", ['', 'É"\'x', '10']],
    ["m:lower ~ 'a'", ['Alpha', 'a_b\\c']],
    ['s:length = 1', ['beta 10%', 'Alpha', '10']],
    ["j ~ '1'", ['', 'Alpha', '10', 'a_b\\c']],
    ["j = '[1,2,3]'", ['']],
    ['j.b = \'[1,"x",{"c":2}]\'', ['Alpha']],
    ['j.a:lower = 1', []],
    ["j:lower = 'text'", ['beta 10%']],
    ['geoDistance(t,n,1,1) = null', ['beta 10%', '', 'É"\'x', 'Alpha', 'a_b\\c']],
    ["strftime('%w',d) = '5'", ['Alpha']],
    ["strftime('%s',d) > 0", ['beta 10%', 'Alpha', '10']],
    ["strftime('%d',d,'start of month') = '01'", ['beta 10%', 'Alpha', '10']],
    ["strftime('%Y-%m-%d',d,'start of month','+1 month','-1 day') = '2026-01-31'", ['Alpha']],
    ["strftime('%W',d) = '00'", ['Alpha']],
    ["strftime('%p %I',d) != ''", ['beta 10%', 'Alpha', '10']],
    ["strftime('%q',d) = ''", ['beta 10%', '', 'É"\'x', 'Alpha', '10', 'a_b\\c']],
  ];
  test.each(found)('%s', async (filter, expected) => {
    expect(await titles({ filter, sort: 'n,t' })).toEqual(expected);
  });

  test.each(["collectionId = 'x'", "collectionName != ''"])('%s is refused', async (filter) => {
    expect((await refusalOf(titles({ filter, sort: 't' }))).status).toBe(400);
  });
});

describe('a sort is the reference’s', () => {
  const sorted: Array<[sort: string, titles: string[]]> = [
    ['j,t', ['É"\'x', 'a_b\\c', '10', '', 'beta 10%', 'Alpha']],
    ['m,t', ['Alpha', 'a_b\\c', 'beta 10%', '', '10', 'É"\'x']],
    ['r1.t,t', ['', '10', 'É"\'x', 'a_b\\c', 'Alpha', 'beta 10%']],
    ['rm.t,t', ['', 'É"\'x', 'beta 10%', '10', 'Alpha', 'a_b\\c']],
  ];
  test.each(sorted)('%s', async (sort, expected) => {
    expect(await titles({ sort })).toEqual(expected);
  });
});

describe('a query of any kind has an answer:', () => {
  const statusOf = async (query: Record<string, string>) => {
    const answer = await fetch(`${server.url}/api/collections/rows/records?${new URLSearchParams(query)}`);
    return answer.status;
  };

  test.each<[name: string, query: Record<string, string>, status: number]>([
    ['sort=__proto__', { sort: '__proto__' }, 400],
    ['sort=constructor', { sort: '-constructor' }, 400],
    ['filter by __proto__', { filter: '__proto__ = 1' }, 400],
    ['a time beyond all times', { filter: "strftime('%Y',d,'+9000000000000000 days') = ''" }, 200],
    ['many moves to the end of time', { filter: `strftime('%Y',d${",'+9999 years'".repeat(8)}) = ''` }, 200],
    ['a constant beyond all times', { filter: "strftime('%F',@now,'+9000000000000000 days') = ''" }, 200],
    ['a modifier that is no modifier', { filter: "strftime('%Y',d,'__proto__') = ''" }, 400],
    ['a long format', { filter: `strftime('${'%W'.repeat(1600)}',d${",'+1 day'".repeat(8)}) != ''` }, 200],
    ['brackets in brackets', { filter: `${'('.repeat(400)}n=1${')'.repeat(400)}` }, 200],
    ['a long pattern', { filter: `t ~ '${'%_'.repeat(1700)}'` }, 200],
    ['names of fields that are none', { fields: '__proto__,constructor.x,a:excerpt(3)' }, 200],
    ['an expand of nothing', { expand: '__proto__,constructor.x,_via_,a_via_b' }, 200],
  ])('[11.15] %s', async (_, query, status) => {
    expect(await statusOf(query)).toBe(status);
  });

  test('[11.15] what is moved beyond the year 9999 is no time, as in the reference', async () => {
    const filter = "strftime('%Y',d,'+8000 years') = '' && d != ''";
    expect(await titles({ filter, sort: 't' })).toEqual(['10', 'Alpha', 'beta 10%']);
  });

  test('[11.15] a page beyond all numbers is empty, as in the reference', async () => {
    for (const page of ['9007199254740993', '9223372036854775807']) {
      const path = `/api/collections/rows/records?page=${page}&perPage=1000`;
      const answer = await fetch(server.url + path);
      expect(await answer.json()).toMatchObject({ items: [], page: Number(page), totalItems: 6, totalPages: 1 });
    }
    expect(await statusOf({ page: '9223372036854775808' })).toBe(400);
    expect(await statusOf({ perPage: '9007199254740993' })).toBe(200);
  });

  test('[10.1.6] a filter or sort may lead through as many relations as the budget says', async () => {
    const join = (count: number) =>
      Array.from({ length: count }, (_, at) => `r1.rows_via_r1.t != '${at}'`).join(' && ');
    await server.root.settings.update({ budgets: { filterJoins: 6 } });
    expect([await statusOf({ filter: join(2) }), await statusOf({ filter: join(3) })]).toEqual([200, 400]);
    expect(await statusOf({ sort: 'r1.rows_via_r1.t,r1.rows_via_rm.t,r1.rows_via_r1.n' })).toBe(200);
    expect(await statusOf({ sort: 'r1.rows_via_r1.t,r1.rows_via_rm.t,r1.rows_via_r1.n,r1.t' })).toBe(400);
    await server.root.settings.update({ budgets: { filterJoins: null } });
  });
});

test('numbers are searched as texts without a call for each row', async () => {
  const { db } = server.engine;
  const plan = await db.query(`explain (verbose) select from rows where number_text(n) ~ '5'`);
  expect(JSON.stringify(plan)).not.toContain('number_text');
  expect(await db.query('select number_text(null) as text')).toEqual([{ text: null }]);
});
