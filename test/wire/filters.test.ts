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
