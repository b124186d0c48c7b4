import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import { findTables } from './backup-tables.ts';

/**
 * What an older backup must not bring back: a password, a role or an address that has ended since. A restore takes it from the live rows, not from the
 * backup. Every column of the schema that opens something is named in one of these (test/house/endings.test.ts).
 */
export type Ending =
  /** The live rows stay: a deleted one does not come back, and an added one is not lost. `owner`: the column with the account that they belong to. */
  | { table: string; rows: 'now'; owner?: { column: string; table: string } }
  /** The rows are the backup's, except for some columns. */
  | {
      table: string;
      rows: 'backup';
      columns: Readonly<Record<string, EndingColumn>>;
      /** A live row (`l`) for which this holds stays as it is in every column that is not named. */
      wholeWhere?: string;
    };

/** SQL for what a column gets, of a row of the backup (`b`) and the live one of the same id (`l`). */
export type EndingColumn = {
  /** Where both are there; the live value unless given. */
  both?: string;
  /** Where the row has gone since; the backup's value unless given. */
  gone?: string;
};

const newTokenKey = `replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`;

/** The ending of accounts. One that was deleted since the backup opens again only to a person who reads the mails of its address. */
export function accountEnding(
  table: string,
  more: Readonly<Record<string, EndingColumn>> = {},
): Extract<Ending, { rows: 'backup' }> {
  const taken = `exists (select 1 from ${liveCopy(table)} other where lower(other.email) = lower(b.email))`;
  const columns = {
    password: { gone: `''` },
    tokenKey: { gone: newTokenKey },
    // Another account may have the address by now.
    email: { gone: `case when ${taken} then '' else b.email end` },
    verified: { gone: 'false' },
    ...more,
  };
  return { table, rows: 'backup', columns };
}

/** What ends in the engine's own tables. */
export const engineEndings: readonly Ending[] = [
  { table: '_superusers', rows: 'now' },
  { table: '_externalAuths', rows: 'now' },
  { table: '_authOrigins', rows: 'now' },
];

/** The endings of a database: the engine's and the product's, and of every other collection of accounts. */
export function endingsOf(named: readonly Ending[], collections: readonly Collection[]): Map<string, Ending> {
  const accounts = collections.filter(({ type }) => type === 'auth').map(({ name }) => accountEnding(name));
  return new Map([...accounts, ...engineEndings, ...named].map((ending) => [ending.table, ending]));
}

/** What statements of the restoring transaction call the copy of a table of now. */
export function liveCopy(table: string): string {
  return `pg_temp.${escapeIdentifier(`_live_${table}`)}`;
}

/**
 * SQL for whether a live row and another are one: who makes an account chooses its id, also that of one that was deleted. A collection made at run time
 * may have no `created`.
 */
function isSame(live: string, other: string, columns: readonly string[]): string {
  const since = columns.includes('created') ? ` and ${live}.created is not distinct from ${other}.created` : '';
  return `${live}.id = ${other}.id${since}`;
}

/** A copy of a table of now, whose rows are about to make room for those of a backup. */
export type LiveCopy = { table: string; columns: readonly string[] };

/** Copies, for the rest of the transaction, the live rows that decide what stays ended. */
export async function copyLive(tx: Transaction, endings: ReadonlyMap<string, Ending>): Promise<Map<string, LiveCopy>> {
  const copies = new Map<string, LiveCopy>();
  for (const { name, columns } of await findTables(tx)) {
    if (!endings.has(name)) continue;
    await tx.query(
      `create temporary table ${liveCopy(name)} on commit drop as select * from ${escapeIdentifier(name)}`,
    );
    copies.set(name, { table: name, columns });
  }
  return copies;
}

type Source = {
  /** Where the rows of the backup are, as statements take it. */
  staged: string;
  columns: readonly string[];
  copy: LiveCopy;
};

/** The rows that a table gets: what is ended as it is now, everything else as the backup has it; `columns` are the ones to insert. */
export function rowsWithEndings(
  ending: Ending,
  { staged, columns, copy }: Source,
): { columns: string[]; select: string } {
  const both = columns.filter((column) => copy.columns.includes(column));
  if (ending.rows === 'now') {
    const { owner } = ending;
    const isOwned = owner
      ? `where ${isOwnedStill(owner.table, `l.${escapeIdentifier(owner.column)}`, ['created'])}`
      : '';
    const list = both.map((column) => `l.${escapeIdentifier(column)}`);
    return { columns: both, select: `select ${list.join(', ')} from ${liveCopy(ending.table)} l ${isOwned}` };
  }
  const list = columns.map((column) => columnSql(ending, column, both.includes(column)));
  const live = `${liveCopy(ending.table)} l on ${isSame('l', 'b', both)}`;
  return { columns: [...columns], select: `select ${list.join(', ')} from ${staged} b left join ${live}` };
}

/** SQL for whether the live row with that id was restored as the same row. */
function isOwnedStill(table: string, id: string, columns: readonly string[]): string {
  const restored = `${escapeIdentifier(table)} o join ${liveCopy(table)} w on ${isSame('w', 'o', columns)}`;
  return `exists (select 1 from ${restored} where o.id = ${id})`;
}

function columnSql(ending: Extract<Ending, { rows: 'backup' }>, column: string, isLive: boolean): string {
  const name = escapeIdentifier(column);
  const rule = Object.hasOwn(ending.columns, column) ? ending.columns[column] : undefined;
  if (!isLive)
    return rule?.gone === undefined ? `b.${name}` : `case when l.id is null then ${rule.gone} else b.${name} end`;
  const whole = ending.wholeWhere && column !== '_seq' ? `when ${ending.wholeWhere} then l.${name}` : '';
  if (!rule) return whole ? `case ${whole} else b.${name} end` : `b.${name}`;
  return `case when l.id is null then ${rule.gone ?? `b.${name}`} else ${rule.both ?? `l.${name}`} end`;
}

/** Removes rows of accounts that the backup does not have, or has as another account with the same id, where no constraint of the database does. */
export async function dropOwnerless(
  tx: Transaction,
  collections: readonly Collection[],
  copies: ReadonlyMap<string, LiveCopy>,
): Promise<void> {
  const accounts = collections.filter(({ name, type }) => type === 'auth' && copies.has(name));
  const isThere = accounts.map(({ name, fields }, index) => {
    const kept = fields.map((field) => field.name).filter((column) => copies.get(name)?.columns.includes(column));
    return `"collectionRef" = $${index + 1} and ${isOwnedStill(name, '"recordRef"', kept)}`;
  });
  for (const table of ['"_externalAuths"', '"_authOrigins"', '_sessions', '_otps', '_mfas']) {
    await tx.query(
      `delete from ${table} where not (${isThere.join(' or ') || 'false'})`,
      accounts.map(({ id }) => id),
    );
  }
}
