import { columnOf, findField } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { quoteName } from '../records/record-store.ts';
import { findUniqueColumnIndex } from '../schema/parse-index.ts';
import type { AuthCollection } from './auth-context.ts';

/** The account whose `field` is `value`, or undefined. The field must be unique; capitals count unless its index says `nocase`. */
export async function findAccount(
  engine: Engine,
  collection: AuthCollection,
  { field, value }: { field: string; value: string },
): Promise<Row | undefined> {
  const known = findField(collection, field);
  if (value === '' || !known) return undefined;
  const column = quoteName(columnOf(known));
  let ignoresCase = field === 'email';
  if (!collection.managed || known.isAdded) {
    const index = findUniqueColumnIndex(collection.indexes, field);
    if (!index) return undefined;
    ignoresCase = index.columns[0]?.collate.toLowerCase() === 'nocase';
  }
  const condition = ignoresCase ? `lower(${column}) = lower($1)` : `${column} = $1`;
  const rows = await engine.db.query(
    `select * from ${quoteName(collection.name)} where ${condition} and ${column} <> '' limit 1`,
    [value],
  );
  return rows[0];
}

/** Whether two addresses are the same one: accounts are found whatever the case of their letters. */
export function isSameAddress(one: unknown, other: unknown): boolean {
  return String(one ?? '').toLowerCase() === String(other ?? '').toLowerCase();
}

/** The account with that address, or undefined. The database and JavaScript must both find it the same: some letters are small in one of them alone. */
export async function findByEmail(engine: Engine, collection: AuthCollection, email: string): Promise<Row | undefined> {
  const row = await findAccount(engine, collection, { field: 'email', value: email });
  return row && isSameAddress(row.email, email) ? row : undefined;
}
