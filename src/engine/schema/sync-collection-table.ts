import pg, { escapeIdentifier } from 'pg';
import { type Collection, columnOf, type Field, isMultiple } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import { addRevocationTriggers } from '../database/revocation-triggers.ts';
import { ApiError, badRequest, type ErrorData } from '../http/api-error.ts';
import { changeCount, columnType } from './column-sql.ts';
import { explainIndexError } from './explain-index-error.ts';
import { parseIndex } from './parse-index.ts';
import { createIndexSql, storedIndexName } from './translate-index.ts';

type Change = { collection: Collection; original: Collection | null; message: string };

/**
 * Makes the table of a collection what its description says: creates it, or renames it and its columns, drops and adds columns, converts
 * between one value and several, and replaces its indexes. Throws a 400 with `message` when an index cannot be made.
 */
export async function syncCollectionTable(tx: Transaction, change: Change): Promise<void> {
  const { collection, original } = change;
  if (collection.name !== original?.name) refuseReservedName(collection.name, change.message);
  if (!original) {
    await createTable(tx, collection);
    await createIndexes(tx, change);
    return;
  }
  const isIndexed = haveIndexesChanged(collection, original);
  if (isIndexed) await dropIndexes(tx, original);
  if (collection.name !== original.name) {
    await tx.query(`alter table ${escapeIdentifier(original.name)} rename to ${escapeIdentifier(collection.name)}`);
  }
  await changeColumns(tx, collection, original);
  if (isIndexed) await createIndexes(tx, change);
}

async function createTable(tx: Transaction, collection: Collection): Promise<void> {
  const columns = collection.fields.map((field) => `${escapeIdentifier(columnOf(field))} ${columnType(field)}`);
  const all = [...columns, '_seq bigint generated always as identity'].join(', ');
  await tx.query(`create table ${escapeIdentifier(collection.name)} (${all})`);
  await indexPlaces(tx, collection.name);
  if (collection.type === 'auth') await addRevocationTriggers(tx, collection.name);
}

/** Lets a list in the order of insertion, as it is without a sort, be read no further than its page. The database names the index. */
export async function indexPlaces(tx: Transaction, table: string): Promise<void> {
  await tx.query(`create index on ${escapeIdentifier(table)} (_seq)`);
}

function haveIndexesChanged(collection: Collection, original: Collection): boolean {
  const facts = ({ name, fields, indexes }: Collection) => JSON.stringify([name, fields, indexes]);
  return facts(collection) !== facts(original);
}

async function dropIndexes(tx: Transaction, collection: Collection): Promise<void> {
  for (const text of ownIndexes(collection)) {
    const name = storedIndexName(collection, parseIndex(text).indexName);
    await tx.query(`drop index if exists ${escapeIdentifier(name)}`);
  }
}

/** The indexes that are made from the description; of what is described in code migrations make the rest. */
function ownIndexes({ managed, indexes, addedIndexes = [] }: Collection): readonly string[] {
  return managed ? addedIndexes : indexes;
}

// New and renamed columns get a name of their own first, so that two fields may swap their names.
async function changeColumns(tx: Transaction, collection: Collection, original: Collection): Promise<void> {
  const table = escapeIdentifier(collection.name);
  const before = new Map(original.fields.map((field) => [field.id, field]));
  const after = new Set(collection.fields.map((field) => field.id));
  for (const field of original.fields) {
    if (!after.has(field.id)) await tx.query(`alter table ${table} drop column ${escapeIdentifier(columnOf(field))}`);
  }
  const renames: Array<[string, string]> = [];
  for (const [position, field] of collection.fields.entries()) {
    const known = before.get(field.id);
    if (known && columnOf(known) === columnOf(field)) continue;
    const passing = `_new_${position}`;
    if (known) await renameColumn(tx, table, [columnOf(known), passing]);
    else await tx.query(`alter table ${table} add column ${escapeIdentifier(passing)} ${columnType(field)}`);
    renames.push([passing, columnOf(field)]);
  }
  for (const rename of renames) await renameColumn(tx, table, rename);
  for (const field of collection.fields) {
    if (hasCountChanged(field, before.get(field.id))) await tx.query(`alter table ${table} ${changeCount(field)}`);
  }
}

async function renameColumn(tx: Transaction, table: string, [from, to]: [string, string]): Promise<void> {
  await tx.query(`alter table ${table} rename column ${escapeIdentifier(from)} to ${escapeIdentifier(to)}`);
}

function hasCountChanged(field: Field, known: Field | undefined): boolean {
  return known !== undefined && isMultiple(known) !== isMultiple(field);
}

// Last first: of several unique indexes PostgreSQL tells of the oldest that a row violates, the reference of the newest.
async function createIndexes(tx: Transaction, { collection, message }: Change): Promise<void> {
  const errors: ErrorData = {};
  const made = ownIndexes(collection);
  for (const [position, text] of [...collection.indexes.entries()].reverse()) {
    if (!made.includes(text)) continue;
    const index = parseIndex(text);
    try {
      await tx.savepoint(() => tx.query(createIndexSql(collection, index)));
    } catch (error) {
      errors[position] = {
        code: 'validation_invalid_index_expression',
        message: `Failed to create index ${index.indexName} - ${explainIndexError(error, collection, index)}.`,
      };
    }
  }
  if (Object.keys(errors).length > 0) throw badRequest(message, { indexes: errors });
}

/** SQLite's own tables have such names: a folder that is moved out could not have the collection. */
function refuseReservedName(name: string, message: string): void {
  if (!/^sqlite_/i.test(name)) return;
  throw badRequest(`${message} Raw error: \nSQL logic error: object name reserved for internal use: ${name} (1).`);
}

/** A refusal of PostgreSQL to change a table (a view needs it, a name is taken) as a 400; other errors as they are. */
export function explainTableError(error: unknown, message: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  return new ApiError(400, `${message} Raw error: \n${error.message}`, {}, { cause: error });
}
