import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';

let server: EngineServer;
let count = 0;

beforeAll(async () => {
  server = await startEngineServer();
});
afterAll(() => server.close());

const fields = [
  { name: 't', type: 'text' },
  { name: 'n', type: 'number' },
  { name: 'b', type: 'bool' },
];
const nextName = () => `indexed${count++}`;
const create = (name: string, indexes: string[]) =>
  server.root.collections.create({ name, type: 'base', fields, indexes });

describe('an index that cannot be made says why', () => {
  test.each([
    ['x', 'Invalid CREATE INDEX expression.'],
    ['create index i on c (t) where t in (1, 2)', 'Invalid CREATE INDEX expression.'],
    ['create index i on c (none)', 'Failed to create index i - SQL logic error: no such column: none (1).'],
    ['create index i on c (most(t))', 'Failed to create index i - SQL logic error: no such function: most (1).'],
    [
      'create index i on c (t collate odd)',
      'Failed to create index i - SQL logic error: no such collation sequence: odd (257).',
    ],
    [
      'create index _params on c (t)',
      'Failed to create index _params - SQL logic error: there is already a table named _params (1).',
    ],
  ])('%s', async (text, message) => {
    expect((await refusalOf(create(nextName(), [text]))).data).toEqual({
      indexes: { 0: { code: 'validation_invalid_index_expression', message } },
    });
  });

  test('where records are not unique the columns are named', async () => {
    const name = nextName();
    await create(name, []);
    for (const t of ['same', 'same']) await server.root.collection(name).create({ t });
    const refused = refusalOf(
      server.root.collections.update(name, { indexes: [`create unique index i_${name} on c (t)`] }),
    );
    expect((await refused).data).toMatchObject({
      indexes: {
        0: {
          message: `Failed to create index i_${name} - constraint failed: UNIQUE constraint failed: ${name}.t (2067).`,
        },
      },
    });
  });
});

test('an index may have a name that PostgreSQL would cut, and such names are told apart', async () => {
  const name = nextName();
  const long = `idx_${'a'.repeat(80)}`;
  await create(name, [`create unique index ${long}1 on c (t)`, `create index ${long}2 on c (n)`]);
  await server.root.collection(name).create({ t: 'once' });
  expect((await refusalOf(server.root.collection(name).create({ t: 'once' }))).data).toMatchObject({
    t: { code: 'validation_not_unique' },
  });
  const taken = await refusalOf(create(nextName(), [`create index ${long}1 on c (t)`]));
  expect(taken.data).toMatchObject({ indexes: { 0: { code: 'validation_existing_index_name' } } });
  await server.root.collections.update(name, { indexes: [] });
  expect(await server.root.collection(name).create({ t: 'once' })).toMatchObject({ t: 'once' });
});

test('of two unique indexes the last one tells of a record that violates both', async () => {
  const name = nextName();
  await create(name, [`create unique index t_${name} on c (t)`, `create unique index n_${name} on c (n, b)`]);
  await server.root.collection(name).create({ t: 'a', n: 1 });
  const { data } = await refusalOf(server.root.collection(name).create({ t: 'a', n: 1 }));
  expect(Object.keys(data).toSorted()).toEqual(['b', 'n']);
});

describe('an import', () => {
  const send = (collections: unknown, deleteMissing: unknown = false) =>
    server.root.send('/api/collections/import', { method: 'PUT', body: { collections, deleteMissing } });
  const failure = (message: string) => ({
    status: 400,
    message: 'Failed to import collections.',
    data: { collections: { code: 'validation_collections_import_failure', message } },
  });

  test('tells of wrong settings in one text, reasons in the order of their names', async () => {
    const item = {
      id: 'wrongimport',
      name: 'wrong',
      type: 'base',
      viewRule: 'x',
      listRule: 'none > 1',
      fields: [{ name: 'a', type: 'select' }],
    };
    const reasons = [
      '{',
      '  "fields": {',
      '    "1": {',
      '      "values": "cannot be blank"',
      '    }',
      '  },',
      '  "listRule": "Invalid rule. Raw error: invalid left operand \\"none\\" - unknown field \\"none\\"",',
      '  "viewRule": "Invalid rule. Raw error: invalid or incomplete filter expression"',
      '}.',
    ].join('\n');
    const message = `Data validations failed for collection "wrong" (wrongimport):\n${reasons}`;
    expect(await refusalOf(send([item]))).toEqual(failure(message));
  });

  test('of what is no collection is refused', async () => {
    const nameless = 'Data validations failed for collection "" (pbc_3233087073):\n{\n  "name": "cannot be blank"\n}.';
    expect(await refusalOf(send([null]))).toEqual(failure(nameless));
    expect(await refusalOf(send([{ type: 'base' }]))).toEqual(failure(nameless));
    for (const [list, flag] of [
      ['x', false],
      [['x'], false],
      [[{ name: 'x' }], 'yes'],
    ]) {
      const message = 'An error occurred while loading the submitted data.';
      expect(await refusalOf(send(list, flag))).toEqual({ status: 400, message, data: {} });
    }
  });

  test('of an index that cannot be made points at it, and leaves nothing', async () => {
    const name = nextName();
    const item = { name, type: 'base', fields, indexes: ['create index i on c (none)'] };
    expect((await refusalOf(send([item]))).data).toMatchObject({ indexes: { 0: { message: expect.any(String) } } });
    expect(await refusalOf(server.root.collections.getOne(name))).toMatchObject({ status: 404 });
  });
});
