import type { Collection } from '../collections/collection.ts';
import type { Queryable } from '../database/database.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';
import { buildIndex, findUniqueColumnIndex, type Index, isIndex, parseIndex } from './parse-index.ts';
import { storedIndexName } from './translate-index.ts';

/** What is wrong with the indexes of a collection (wire contract, section 2.1), before the database has seen them. */
export async function validateIndexes(
  db: Queryable,
  { collection, original }: CollectionChange,
): Promise<ErrorData | FieldError | undefined> {
  if (collection.type === 'view') return collection.indexes.length > 0 ? notSupported : undefined;
  const names = new Set<string>();
  const definitions = new Set<string>();
  for (const [position, text] of collection.indexes.entries()) {
    // A missing name of the collection is told at the name, not here.
    const index = { ...parseIndex(text), tableName: collection.name || 'unnamed' };
    const error = validateIndex(index, names, definitions) ?? (await findOtherOwner(db, index, collection, original));
    if (error) return { [position]: error };
  }
  return findLostUnique(collection, original) ?? findMissingUnique(collection);
}

const notSupported: FieldError = {
  code: 'validation_indexes_not_supported',
  message: "View collections don't support indexes.",
};

function validateIndex(index: Index, names: Set<string>, definitions: Set<string>): FieldError | undefined {
  if (!isIndex(index)) {
    return { code: 'validation_invalid_index_expression', message: 'Invalid CREATE INDEX expression.' };
  }
  const name = index.indexName.toLowerCase();
  if (names.has(name)) return { code: 'validation_duplicated_index_name', message: 'The index name already exists.' };
  const definition = buildIndex({ ...index, schemaName: '', indexName: 'any' });
  if (definitions.has(definition)) {
    return { code: 'validation_duplicated_index_definition', message: 'The index definition already exists.' };
  }
  names.add(name);
  definitions.add(definition);
  return undefined;
}

async function findOtherOwner(
  db: Queryable,
  { indexName }: Index,
  collection: Collection,
  original: Collection | null,
): Promise<FieldError | undefined> {
  const [row] = await db.query<{ table: string }>(
    `select t.relname as table from pg_class c
     join pg_index x on x.indexrelid = c.oid join pg_class t on t.oid = x.indrelid
     where c.relnamespace = current_schema()::regnamespace and lower(c.relname) = lower($1)
       and lower(t.relname) not in (lower($2), lower($3))`,
    [storedIndexName(collection, indexName), collection.name, original?.name ?? collection.name],
  );
  if (!row) return undefined;
  const message = `The index name is already used in ${row.table} collection.`;
  return { code: 'validation_existing_index_name', message, params: { usedTableName: row.table } };
}

// The sort, the collation and the condition do not matter for what a unique index means.
function uniqueShape(text: string): string {
  const index = parseIndex(text);
  const columns = index.columns.map(({ name }) => name.toLowerCase());
  return index.isUnique ? columns.join(',') : '';
}

function findLostUnique(collection: Collection, original: Collection | null): FieldError | undefined {
  const kept = new Set(collection.indexes.map(uniqueShape));
  const system = new Set((original?.fields ?? []).filter((field) => field.system).map(({ name }) => name));
  for (const text of original?.indexes ?? []) {
    if (uniqueShape(text) === '' || kept.has(uniqueShape(text))) continue;
    const fieldName = parseIndex(text).columns.find(({ name }) => system.has(name))?.name;
    if (fieldName === undefined) continue;
    const message = `Unique index definition on system fields (${fieldName}) is invalid or missing.`;
    return { code: 'validation_invalid_unique_system_field_index', message, params: { fieldName } };
  }
  return undefined;
}

function findMissingUnique({ type, indexes }: Collection): FieldError | undefined {
  if (type !== 'auth') return undefined;
  const fieldName = ['tokenKey', 'email'].find((name) => !findUniqueColumnIndex(indexes, name));
  if (fieldName === undefined) return undefined;
  const message = `Missing required unique index for field "${fieldName}".`;
  return { code: 'validation_missing_required_unique_index', message, params: { fieldName } };
}
