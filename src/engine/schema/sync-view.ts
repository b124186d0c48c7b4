import { escapeIdentifier } from 'pg';
import type { Collection, Field } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import type { FieldError } from '../http/api-error.ts';
import { findViewSources } from './find-view-sources.ts';
import { type ViewColumn, viewField } from './view-field.ts';

export type ViewReading = { fields: Field[]; columns: ViewColumn[]; error?: FieldError };

const probe = '_view_probe';

/** The fields that a view's query yields, by asking the database; `error` tells why it yields none (wire contract, section 13). */
export async function readViewFields(tx: Transaction, query: string, all: readonly Collection[]): Promise<ViewReading> {
  if (query.trim() === '') {
    return { fields: [], columns: [], error: { code: 'validation_required', message: 'Cannot be blank.' } };
  }
  try {
    const columns = await tx.savepoint(() => readColumns(tx, withoutEnd(query)));
    const sources = findViewSources(query, all);
    const fields = columns.map((column) => viewField(column, sources.get(column.name)));
    if (fields.some(({ name }) => name === 'id')) return { fields, columns };
    return { fields, columns, error: invalid('missing required id column (you can use `row_number() over() as id`)') };
  } catch (error) {
    return { fields: [], columns: [], error: invalid(error instanceof Error ? error.message : '') };
  }
}

function invalid(reason: string): FieldError {
  return { code: 'validation_invalid_view_query', message: `Invalid query - ${reason.slice(0, 500)}.` };
}

function withoutEnd(query: string): string {
  return query.trim().replace(/;+$/, '');
}

async function readColumns(tx: Transaction, query: string): Promise<ViewColumn[]> {
  await tx.query(`create temporary view ${probe} as ${query}`);
  const columns = await tx.query<ViewColumn>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'pg_temp.${probe}'::regclass and attnum > 0 order by attnum`,
  );
  await tx.query(`drop view pg_temp.${probe}`);
  return columns;
}

type ViewChange = { collection: Collection; original: Collection | null; columns: readonly ViewColumn[] };

/** Makes or replaces a collection's view. Its `_seq`, the order of unsorted lists, is the order in which the query answers. */
export async function syncView(tx: Transaction, { collection, original, columns }: ViewChange): Promise<void> {
  if (original) await tx.query(`drop view ${escapeIdentifier(original.name)}`);
  const list = columns.map((column) => `${columnSql(column)} as ${escapeIdentifier(column.name)}`).join(', ');
  await tx.query(
    `create view ${escapeIdentifier(collection.name)} as
     select ${list}, row_number() over () as _seq from (${withoutEnd(collection.viewQuery)}) as _rows`,
  );
}

// Fields are never null on the wire, but for dates and JSON.
function columnSql({ name, type }: ViewColumn): string {
  const column = escapeIdentifier(name);
  if (name === 'id') return `${column}::text`;
  if (/^(?:numeric|smallint|integer|bigint|real|double precision)$/.test(type)) {
    return `coalesce(${column}::double precision, 0)`;
  }
  if (type === 'boolean') return `coalesce(${column}, false)`;
  if (/^(?:date|timestamp)/.test(type)) return `${column}::timestamptz`;
  return type === 'json' || type === 'jsonb' ? `${column}::jsonb` : `coalesce(${column}::text, '')`;
}
