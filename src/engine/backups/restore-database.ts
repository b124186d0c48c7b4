import { pipeline } from 'node:stream/promises';
import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import { announceCollections, findCollections, lockCollections } from '../collections/collection-store.ts';
import type { Transaction } from '../database/database.ts';
import { syncCollectionTable } from '../schema/sync-collection-table.ts';
import { readViewFields, syncView } from '../schema/sync-view.ts';
import { copyTarget, findTables } from './backup-tables.ts';
import type { OpenBackup } from './read-backup.ts';

/**
 * Makes the database what a backup says, all or nothing: whoever reads sees the old rows or the new ones. Tables of collections made at run
 * time are made anew as the backup describes them. Constraints hold throughout; triggers, which tell of changes, rest.
 */
export async function restoreDatabase(tx: Transaction, backup: OpenBackup): Promise<void> {
  await lockCollections(tx);
  await dropRuntimeTables(tx, await findCollections(tx));
  const own = await findTables(tx);
  await setTriggers(
    tx,
    own.map(({ name }) => name),
    'disable',
  );
  await tx.query(`truncate ${own.map(({ name }) => escapeIdentifier(name)).join(', ')} restart identity`);
  const saved = new Map(backup.manifest.tables.map((table) => [table.name, table]));
  const load = async (name: string) => {
    const table = saved.get(name);
    if (!table) return;
    await pipeline(await backup.openTable(name), tx.copyIn(`copy ${copyTarget(table)} from stdin`));
    saved.delete(name);
  };
  for (const { name } of own) await load(name);
  const collections = await findCollections(tx);
  await makeRuntimeTables(tx, collections, load);
  await setTriggers(
    tx,
    own.map(({ name }) => name),
    'enable',
  );
  await continueCounting(tx);
  await announceCollections(tx);
  // No server may go on with a token of an account that is another one now.
  await tx.query(`insert into _revocations ("collectionRef", "recordRef") values ('*', '*')`);
  await tx.query('notify kerbside_revocations');
}

const isRuntime = ({ managed, system }: Collection) => !managed && !system;

async function dropRuntimeTables(tx: Transaction, collections: readonly Collection[]): Promise<void> {
  const runtime = collections.filter(isRuntime);
  for (const { name } of runtime.filter(({ type }) => type === 'view')) {
    await tx.query(`drop view if exists ${escapeIdentifier(name)} cascade`);
  }
  for (const { name } of runtime.filter(({ type }) => type !== 'view')) {
    await tx.query(`drop table if exists ${escapeIdentifier(name)} cascade`);
  }
}

async function makeRuntimeTables(
  tx: Transaction,
  collections: readonly Collection[],
  load: (name: string) => Promise<void>,
): Promise<void> {
  const message = 'Failed to restore a collection.';
  const runtime = collections.filter(isRuntime);
  for (const collection of runtime.filter(({ type }) => type !== 'view')) {
    await syncCollectionTable(tx, { collection, original: null, message });
    await load(collection.name);
  }
  // Views may stand on views: in the order in which they were made.
  for (const collection of runtime.filter(({ type }) => type === 'view')) {
    const { columns, error } = await readViewFields(tx, collection.viewQuery, [...collections]);
    if (error) throw new Error(`The view ${collection.name} cannot be made again: ${error.message}`);
    await syncView(tx, { collection, original: null, columns });
  }
}

async function setTriggers(tx: Transaction, tables: readonly string[], what: 'enable' | 'disable'): Promise<void> {
  for (const name of tables) await tx.query(`alter table ${escapeIdentifier(name)} ${what} trigger user`);
}

/** Numbers that the database counts up by itself go on after the highest that was restored. */
async function continueCounting(tx: Transaction): Promise<void> {
  const counted = await tx.query<{ name: string; column: string; sequence: string }>(
    `select c.relname as name, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  );
  for (const { name, column, sequence } of counted) {
    await tx.query(
      `select setval($1::regclass, coalesce(max(${escapeIdentifier(column)}), 0) + 1, false) from ${escapeIdentifier(name)}`,
      [sequence],
    );
  }
}
