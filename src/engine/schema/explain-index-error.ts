import type { Collection } from '../collections/collection.ts';
import { databaseErrorCode } from '../database/database.ts';
import type { Index } from './parse-index.ts';

/** Why an index cannot be made, for the commonest reasons in the reference's words, which clients know; else in the database's. */
export function explainIndexError(error: unknown, { name: table }: Collection, index: Index): string {
  const reason = error instanceof Error ? error.message : '';
  const named = /"([^"]+)"|function (\w+)/.exec(reason);
  const name = named?.[1] ?? named?.[2] ?? '';
  switch (databaseErrorCode(error)) {
    case '42703':
      return `SQL logic error: no such column: ${name} (1)`;
    case '42883':
      return `SQL logic error: no such function: ${name} (1)`;
    case '42P07':
      return `SQL logic error: there is already a table named ${name} (1)`;
    case '23505': {
      const columns = index.columns.map((column) => `${table}.${column.name}`).join(', ');
      return `constraint failed: UNIQUE constraint failed: ${columns} (2067)`;
    }
    default:
      return reason;
  }
}
