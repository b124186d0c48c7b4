import { type RawBuilder, sql } from 'kysely';
import { type Collection, columnOf } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import { noRow } from './record-store.ts';

/** A row of a collection's table that was read before, to select from as it was then: the stored one may be another by now, or gone. */
export function rowToSelect(collection: Collection, row: Row): RawBuilder<unknown> {
  const columns = ['id', ...collection.fields.map(columnOf)];
  const values = Object.fromEntries(columns.map((column) => [column, row[column]]));
  return sql`jsonb_populate_record(${sql.raw(noRow(collection.name))}, ${JSON.stringify(values)}::jsonb)`;
}
