import { pipeline } from 'node:stream/promises';
import { escapeIdentifier } from 'pg';
import { withoutAdded } from '../collections/added-parts.ts';
import type { Collection } from '../collections/collection.ts';
import { findCollections } from '../collections/collection-store.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import { lockMigrations, type Migration, readMigrations } from '../database/migrate.ts';
import { syncCollectionTable } from '../schema/sync-collection-table.ts';
import { type BackupTable, copyTarget, findTables, isLeft } from './backup-tables.ts';
import { boundLines } from './bound-lines.ts';
import { isRuntime, setTriggers, truncateAll } from './change-tables.ts';
import { NoBackup } from './judge-parts.ts';
import type { OpenBackup } from './read-backup.ts';
import type { Manifest } from './write-backup.ts';

/** Where a backup is laid out before anything of the live tables is touched. */
const staging = 'kerbside_staging';

/** The backup's rows in tables of their own, with every constraint of the live ones in force. */
export type Staged = {
  schema: string;
  /** What the transaction found its tables by before. */
  livePath: string;
  /** What the backup says of itself. */
  manifest: Manifest;
};

/**
 * Lays a backup out in a schema of its own, in the caller's transaction: tables as the backup's version had them, its rows, then the migrations that
 * came since. Statements find these tables from here on, until `leaveStaging`. Takes no lock on a live table. Throws `NoBackup`, saying why, for what
 * can't be restored here: of a newer version, without a table it should have, or with rows that the constraints refuse.
 */
export async function stageBackup(tx: Transaction, backup: OpenBackup, migrationsFolder: string): Promise<Staged> {
  await lockMigrations(tx);
  const { before, after } = await splitMigrations(backup, migrationsFolder);
  const [row] = await tx.query<{ path: string; live: string }>(
    `select current_setting('search_path') as path, current_schema() as live`,
  );
  const { path: livePath = '', live = '' } = row ?? {};
  const functions = await findFunctions(tx, live);
  await tx.query(`create schema ${staging}`);
  await tx.query(`select set_config('search_path', $1, true)`, [`${staging}, ${livePath}`]);
  for (const { text } of before) await tx.script(text);
  const tables = await findTables(tx);
  try {
    await load(tx, backup, tables);
    for (const { text } of after) await tx.script(text);
    await tx.query('set constraints all immediate');
  } catch (error) {
    throw asNoBackup(error);
  }
  // A migration that found something of the live schema would have changed it.
  if ((await findFunctions(tx, live)) !== functions) throw new Error('Laying out a backup changed the live functions.');
  return { schema: staging, livePath, manifest: backup.manifest };
}

/** Lets statements find the live tables again. */
export async function leaveStaging(tx: Transaction, { livePath }: Staged): Promise<void> {
  await tx.query(`select set_config('search_path', $1, true)`, [livePath]);
}

async function splitMigrations({ manifest }: OpenBackup, folder: string) {
  const migrations = await readMigrations(folder);
  const applied = new Set(manifest.migrations);
  const known = new Set(migrations.map(({ name }) => name));
  const foreign = manifest.migrations.filter((name) => !known.has(name));
  if (foreign.length > 0) {
    throw new NoBackup(`It was made by a newer version of the product (${foreign.at(-1)}): restore it with that one.`);
  }
  if (manifest.migrations.length === 0) throw new NoBackup('It does not say which version of the product made it.');
  const isApplied = ({ name }: Migration) => applied.has(name);
  return { before: migrations.filter(isApplied), after: migrations.filter((migration) => !isApplied(migration)) };
}

async function findFunctions(tx: Transaction, schema: string): Promise<string> {
  const [row] = await tx.query<{ oids: string }>(
    `select coalesce(string_agg(oid::text, ' ' order by oid), '') as oids from pg_proc where pronamespace = to_regnamespace($1)`,
    [escapeIdentifier(schema)],
  );
  return row?.oids ?? '';
}

async function load(tx: Transaction, backup: OpenBackup, own: readonly BackupTable[]): Promise<void> {
  const names = own.map(({ name }) => name);
  const saved = new Map(backup.manifest.tables.map((table) => [table.name, table]));
  const take = async ({ name, columns }: BackupTable) => {
    const table = saved.get(name);
    if (!table) throw new NoBackup(`The backup lacks the table ${name}.`);
    const strange = table.columns.find((column) => !columns.includes(column));
    if (strange !== undefined) throw new NoBackup(`The table ${name} has no column ${strange}.`);
    await pipeline(await backup.openTable(name), boundLines(name), tx.copyIn(`copy ${copyTarget(table)} from stdin`));
    saved.delete(name);
  };
  await setTriggers(tx, names, 'disable');
  await truncateAll(tx, names);
  const isDescriptions = ({ name }: BackupTable) => name === '_collections';
  for (const table of own.filter(isDescriptions)) await take(table);
  // What operators added to the product's tables is told by the descriptions.
  for (const collection of await findCollections(tx)) if (collection.managed) await addColumns(tx, collection);
  for (const table of await findTables(tx)) if (!isDescriptions(table)) await take(table);
  for (const collection of (await findCollections(tx)).filter(isRuntime)) {
    if (collection.type === 'view') continue;
    await syncCollectionTable(tx, { collection, original: null, message: 'Failed to restore a collection.' });
    await take({ name: collection.name, columns: [...collection.fields.map(({ name }) => name), '_seq'] });
  }
  await setTriggers(tx, names, 'enable');
  const left = [...saved.keys()].find((name) => !isLeft(name));
  if (left !== undefined) throw new NoBackup(`The backup has a table ${left} that belongs to nothing.`);
}

async function addColumns(tx: Transaction, collection: Collection): Promise<void> {
  const described = withoutAdded(collection);
  if (described.fields.length === collection.fields.length) return;
  // Its indexes are made where the rows go.
  const wanted = { ...described, fields: collection.fields };
  await syncCollectionTable(tx, {
    collection: wanted,
    original: described,
    message: 'Failed to restore a collection.',
  });
}

// What the database says of the rows (22, 23; 53200 and 54000 for one that is too long), and the zip library of the bytes, is about the backup; anything else about us.
function asNoBackup(error: unknown): unknown {
  const isAboutRows = /^(?:2[23]|53200|54000)/.test(databaseErrorCode(error) ?? '');
  const isAboutBytes = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!(isAboutRows || isAboutBytes)) return error;
  return new NoBackup(`Its rows can't be taken: ${(error as Error).message}.`, { cause: error });
}
