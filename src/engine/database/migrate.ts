import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyDefinitions, readDefinitions } from './apply-functions.ts';
import { type Database, databaseErrorCode, type Transaction } from './database.ts';

export type MigrateResult = {
  /** Names of the migrations that this call applied, in order. */
  applied: string[];
  /** Applied earlier and edited since; only ever filled when `allowEdited` is set. */
  edited: string[];
  /** Applied by a newer version of the product; their files are not in the folder. */
  unknown: string[];
  /** Functions and triggers that were applied, because they are new or their text changed. */
  functions: string[];
};

/** A migration can't be applied, or was changed afterwards; the message is one sentence for whoever starts the server. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export type Migration = { name: string; text: string; sha256: string };

// Any constant does, as long as every server of one database uses the same.
const migrationLock = 7_261_180_041;

/**
 * Brings the database up to date with `folder`: first the files of `migrations`, in the order of their names, each once and in one
 * transaction; then all that changed in the files of `functions`, in one transaction. Servers that start at once wait for each other.
 * An applied migration whose content changed throws unless `allowEdited` (development) is set: what it says now was never run. A
 * database that a newer version migrated keeps that version's functions.
 */
export async function migrate(
  db: Database,
  folder: string,
  options: { allowEdited?: boolean } = {},
): Promise<MigrateResult> {
  const [migrations, definitions] = await Promise.all([
    readMigrations(join(folder, 'migrations')),
    readDefinitions(join(folder, 'functions')),
  ]);
  await db.transaction(async (tx) => {
    await lockMigrations(tx);
    await tx.query(`create table if not exists _migrations (
      name text primary key,
      sha256 text not null,
      applied timestamptz not null default now()
    )`);
  });
  const result: MigrateResult = { applied: [], edited: [], unknown: [], functions: [] };
  for (const migration of migrations) {
    const outcome = await db.transaction((tx) => applyOne(tx, migration));
    if (outcome === 'applied') result.applied.push(migration.name);
    if (outcome === 'edited') result.edited.push(migration.name);
  }
  if (result.edited.length > 0 && !options.allowEdited) throw new MigrationError(describeEdited(result.edited));
  const known = new Set(migrations.map((migration) => migration.name));
  const rows = await db.query<{ name: string }>('select name from _migrations order by name');
  result.unknown = rows.map((row) => row.name).filter((name) => !known.has(name));
  if (result.unknown.length === 0) {
    result.functions = await db.transaction(async (tx) => {
      await lockMigrations(tx);
      return applyDefinitions(tx, definitions);
    });
  }
  return result;
}

/** The migrations of a folder in the order in which they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function applyOne(tx: Transaction, migration: Migration): Promise<'applied' | 'edited' | 'known'> {
  await lockMigrations(tx);
  const [row] = await tx.query<{ sha256: string }>('select sha256 from _migrations where name = $1', [migration.name]);
  if (row) return row.sha256 === migration.sha256 ? 'known' : 'edited';
  try {
    await tx.script(migration.text);
  } catch (error) {
    // A full disk (class 53) is no fault of the migration: the start says what it is.
    if (databaseErrorCode(error)?.startsWith('53')) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The migration ${migration.name} failed and was undone: ${reason}`, { cause: error });
  }
  await tx.query('insert into _migrations (name, sha256) values ($1, $2)', [migration.name, migration.sha256]);
  return 'applied';
}

/** Keeps other servers from migrating, to the end of the transaction: so it works through a pooler that hands out connections by transaction. */
export async function lockMigrations(tx: Transaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
}

/** What to do about applied migrations that were edited, as one sentence or two. */
export function describeEdited(names: readonly string[]): string {
  const [files, were] = names.length === 1 ? ['migration', 'was'] : ['migrations', 'were'];
  return `The ${files} ${names.join(', ')} ${were} edited after being applied to this database. Restore the text and put the change into a new migration.`;
}
