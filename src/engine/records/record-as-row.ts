import { type RawBuilder, sql } from 'kysely';
import { type Collection, columnOf } from '../collections/collection.ts';
import { rowFromRecord } from '../collections/record-row.ts';
import type { RecordValues } from '../collections/record-values.ts';
import { noRow } from './record-store.ts';

/** A row of a collection's table made of a record's values, to select from as if it were stored. */
export function recordAsRow(collection: Collection, record: RecordValues): RawBuilder<unknown> {
  const { columns, values } = rowFromRecord(collection, record);
  const row = Object.fromEntries(columns.map((column, index) => [column, jsonOf(collection, column, values[index])]));
  return sql`jsonb_populate_record(${sql.raw(noRow(collection.name))}, ${JSON.stringify(row, wellFormed)}::jsonb)`;
}

// Half a character, which a request may carry, is stored as the replacement character; jsonb takes it in no other form.
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

// Values of jsonb columns are JSON texts already.
function jsonOf(collection: Collection, column: string, value: unknown): unknown {
  const type = collection.fields.find((field) => columnOf(field) === column)?.type;
  const isJson = type === 'json' || type === 'geoPoint' || (typeof value === 'string' && value.startsWith('['));
  if (!isJson || typeof value !== 'string' || type === 'text' || type === 'editor') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
