import { escapeIdentifier } from 'pg';
import { withoutAdded } from '../collections/added-parts.ts';
import type { Collection } from '../collections/collection.ts';
import { announceCollections, findCollections, lockCollections } from '../collections/collection-store.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import { syncCollectionTable } from '../schema/sync-collection-table.ts';
import { readViewFields, syncView } from '../schema/sync-view.ts';
import { type BackupTable, columnList, findTables } from './backup-tables.ts';
import { isRuntime, lockTables, setTriggers, truncateAll } from './change-tables.ts';
import { copyLive, dropOwnerless, type Ending, endingsOf, type LiveCopy, rowsWithEndings } from './endings.ts';
import { goOnFrom, isOwnPast } from './histories.store.ts';
import { restoreSecrets } from './restore-secrets.ts';
import { leaveStaging, type Staged } from './stage-backup.ts';

/** How long writers are waited for; each of their transactions takes milliseconds. */
const patienceMs = 60_000;

/**
 * Makes the live tables what was staged, all or nothing: whoever reads sees the old rows or the new ones. Tables of collections made at run
 * time are made anew as the backup describes them. Constraints hold throughout; triggers, which tell of changes, rest. What was ended since the backup
 * stays ended, where it is of this database's own past; answers whether it is.
 */
export async function restoreDatabase(
  tx: Transaction,
  staged: Staged,
  named: readonly Ending[],
): Promise<{ isPast: boolean }> {
  await leaveStaging(tx, staged);
  let own: BackupTable[] = [];
  let all: Collection[] = [];
  await lockTables(
    tx,
    async () => {
      await lockCollections(tx);
      all = await findCollections(tx);
      const runtime = new Set(all.filter(isRuntime).map(({ name }) => name));
      const tables = await findTables(tx);
      own = tables.filter(({ name }) => !runtime.has(name));
      return tables.map(({ name }) => name);
    },
    { patienceMs, codeOf: databaseErrorCode },
  );
  const isPast = await isOwnPast(tx, staged);
  const endings = endingsOf(named, all);
  const copies = isPast ? await copyLive(tx, endings) : new Map<string, LiveCopy>();
  const taking: Taking = { staged, endings, copies };
  await dropTables(tx, all.filter(isRuntime));
  const names = own.map(({ name }) => name);
  await setTriggers(tx, names, 'disable');
  await truncateAll(tx, names);
  await exchangeAdded(tx, staged, all);
  for (const table of await findTables(tx)) if (names.includes(table.name)) await takeRows(tx, taking, table);
  await restoreSecrets(tx, all, { keepsLive: isPast });
  await makeRuntimeTables(tx, taking);
  if (isPast) await dropOwnerless(tx, await findCollections(tx), copies);
  else await goOnFrom(tx, staged.manifest);
  await setTriggers(tx, names, 'enable');
  await tx.query(`drop schema ${staged.schema} cascade`);
  await continueCounting(tx);
  await announceCollections(tx);
  // No server may go on with a token of an account that is another one now.
  await tx.query(`insert into _revocations ("collectionRef", "recordRef") values ('*', '*')`);
  await tx.query('notify kerbside_revocations');
  return { isPast };
}

async function dropTables(tx: Transaction, runtime: readonly Collection[]): Promise<void> {
  for (const { name } of runtime.filter(({ type }) => type === 'view')) {
    await tx.query(`drop view if exists ${escapeIdentifier(name)} cascade`);
  }
  for (const { name } of runtime.filter(({ type }) => type !== 'view')) {
    await tx.query(`drop table if exists ${escapeIdentifier(name)} cascade`);
  }
}

/** Makes what operators added to the product's tables what the backup says. */
async function exchangeAdded(tx: Transaction, { schema }: Staged, before: readonly Collection[]): Promise<void> {
  const message = 'Failed to restore a collection.';
  const rows = await tx.query<{ definition: Collection }>(
    `select definition from ${escapeIdentifier(schema)}._collections order by _seq`,
  );
  const after = new Map(rows.map(({ definition }) => [definition.id, definition]));
  for (const original of before.filter(({ managed }) => managed)) {
    const bare = withoutAdded(original);
    const { fields, indexes, addedIndexes = [] } = after.get(original.id) ?? bare;
    const added = fields.filter(({ isAdded }) => isAdded);
    const wanted = { ...bare, fields: [...bare.fields, ...added], indexes, addedIndexes };
    await syncCollectionTable(tx, { collection: bare, original, message });
    await syncCollectionTable(tx, { collection: wanted, original: bare, message });
  }
}

type Taking = { staged: Staged; endings: ReadonlyMap<string, Ending>; copies: ReadonlyMap<string, LiveCopy> };

async function takeRows(tx: Transaction, { staged, endings, copies }: Taking, table: BackupTable): Promise<void> {
  const { name, columns } = table;
  const source = `${escapeIdentifier(staged.schema)}.${escapeIdentifier(name)}`;
  const [ending, copy] = [endings.get(name), copies.get(name)];
  const taken =
    ending && copy
      ? rowsWithEndings(ending, { staged: source, columns, copy })
      : { columns, select: `select ${columnList(columns)} from ${source}` };
  await tx.query(
    `insert into ${escapeIdentifier(name)} (${columnList(taken.columns)}) overriding system value ${taken.select}`,
  );
}

async function makeRuntimeTables(tx: Transaction, taking: Taking): Promise<void> {
  const message = 'Failed to restore a collection.';
  const collections = await findCollections(tx);
  const runtime = collections.filter(isRuntime);
  for (const collection of runtime.filter(({ type }) => type !== 'view')) {
    await syncCollectionTable(tx, { collection, original: null, message });
    const { name, fields } = collection;
    await takeRows(tx, taking, { name, columns: [...fields.map((field) => field.name), '_seq'] });
  }
  // Views may stand on views: in the order in which they were made.
  for (const collection of runtime.filter(({ type }) => type === 'view')) {
    const reading = await readViewFields(tx, collection.viewQuery, [...collections]);
    if (reading.error) throw new Error(`The view ${collection.name} cannot be made again: ${reading.error.message}`);
    await syncView(tx, { collection, original: null, reading });
  }
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
