import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Collection, type Field, isMultiple } from '#engine/collections/collection.ts';
import { createTestDatabase, type TestDatabase } from '#support/postgres.ts';
import { listFiles, root } from '../support/list-files.ts';
import { readSchema } from '../support/read-schema.ts';

let database: TestDatabase;
const collections = await findCollections();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('db/schema.sql is what the migrations and functions make (bin/check --write-schema writes it anew)', async () => {
  const written = readFileSync(join(root, 'db/schema.sql'), 'utf8');
  expect(await readSchema(database.db)).toBe(written);
});

describe('migrations', () => {
  const files = readdirSync(join(root, 'db/migrations')).filter((name) => name !== '0001-baseline.sql');

  test('are named by the time they were written, so that no two people take the same number', () => {
    const pattern = /^20\d\d-[01]\d-[0-3]\d-[0-2]\d[0-5]\d-[a-z0-9-]+\.sql$/;
    expect(files.filter((name) => !pattern.test(name))).toEqual([]);
  });

  test('hold tables and data; functions and their triggers stand in db/functions', () => {
    const withFunctions = files.filter((name) =>
      /^create (or replace )?(function|trigger)/m.test(readFileSync(join(root, 'db/migrations', name), 'utf8')),
    );
    expect(withFunctions).toEqual([]);
  });
});

test('there are collections to compare', () => {
  expect(collections.map((collection) => collection.name)).toContain('lessons');
});

test.each(collections)(
  "the table of $name has the columns that its fields need, and no other that isn't private",
  async (collection) => {
    const columns = await database.db.query<Column>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired", a.attgenerated <> '' as "isGenerated"
     from pg_attribute a
     where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped`,
      [`"${collection.name}"`],
    );
    const problems = collection.fields.flatMap((field) => describeMismatch(field, columns));
    const names = new Set(collection.fields.map((field) => field.name));
    const extra = columns.filter(({ name, isGenerated }) => !names.has(name) && !name.startsWith('_') && !isGenerated);
    expect([...problems, ...extra.map(({ name }) => `${name} is no field`)]).toEqual([]);
    const hidden = ['_seq', ...(collection.repeatable ? ['_author', '_request_hash'] : [])];
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(hidden));
  },
);

type Column = { name: string; type: string; isRequired: boolean; isGenerated: boolean };

const numberTypes = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric'];
const textual = { types: ['text'], isRequired: true };
const instant = { types: ['timestamp with time zone'], isRequired: false };
/** The mapping documented at Collection in src/engine/collections/collection.ts. A required date or json may be not null as well. */
const columnOf: Record<Field['type'], { types: string[]; isRequired: boolean }> = {
  text: textual,
  email: textual,
  url: textual,
  editor: textual,
  select: textual,
  relation: textual,
  file: textual,
  password: textual,
  number: { types: numberTypes, isRequired: true },
  bool: { types: ['boolean'], isRequired: true },
  date: instant,
  autodate: instant,
  json: { types: ['jsonb'], isRequired: false },
  geoPoint: { types: ['jsonb'], isRequired: true },
};

function describeMismatch(field: Field, columns: readonly Column[]): string[] {
  const expected = isMultiple(field) ? { types: ['jsonb'], isRequired: true } : columnOf[field.type];
  const column = columns.find(({ name }) => name === field.name);
  if (!column) return [`${field.name} (${field.type}) has no column`];
  if (!expected.types.includes(column.type)) return [`${field.name} (${field.type}) is a ${column.type}`];
  return expected.isRequired && !column.isRequired ? [`${field.name} (${field.type}) may be null`] : [];
}

async function findCollections(): Promise<Collection[]> {
  const paths = listFiles(['src/engine', 'src/marketplace']).filter((path) => path.endsWith('.collection.ts'));
  const modules = await Promise.all(paths.map((path) => import(/* @vite-ignore */ join(root, path))));
  return modules.flatMap((module) => Object.values(module).filter(isCollection));
}

function isCollection(value: unknown): value is Collection {
  return typeof value === 'object' && value !== null && 'fields' in value && 'listRule' in value;
}
