import { escapeIdentifier } from 'pg';
import type { Collection } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';

/** Whether a collection was made at run time, be it as one of the system's: its table is made from its description, not by a migration. */
export function isRuntime({ managed }: Collection): boolean {
  return !managed;
}

/** Switches the triggers that the product hung on tables; those of the database's own constraints stay. */
export async function setTriggers(
  tx: Transaction,
  tables: readonly string[],
  what: 'enable' | 'disable',
): Promise<void> {
  for (const name of tables) await tx.query(`alter table ${escapeIdentifier(name)} ${what} trigger user`);
}

/** Empties tables, and lets their numbers begin again. */
export async function truncateAll(tx: Transaction, tables: readonly string[]): Promise<void> {
  await tx.query(`truncate ${tables.map((name) => escapeIdentifier(name)).join(', ')} restart identity`);
}

/** How long one table is waited for, and all of them together: less than the second after which the database looks for deadlocks. */
const [oneMs, allMs] = [300, 900];
const pauseMs = 100;
/** Not had within the time that was given, or told to stop waiting. */
const notNow = new Set(['55P03', '57014', '40P01']);

/**
 * Takes tables for oneself alone. Whoever writes is never made the victim of a deadlock: this waits shortly, lets all go and tries again, up to
 * `patienceMs`. What `before` does is done, and undone, with it.
 */
export async function lockTables(
  tx: Transaction,
  find: () => Promise<readonly string[]>,
  { patienceMs, codeOf }: { patienceMs: number; codeOf: (error: unknown) => string | undefined },
): Promise<void> {
  const tries = Math.ceil(patienceMs / (allMs + pauseMs));
  for (let attempt = 1; ; attempt++) {
    try {
      await tx.savepoint(async () => {
        await tx.query(`set local lock_timeout = ${oneMs}`);
        const tables = await find();
        await tx.query(`set local statement_timeout = ${allMs}`);
        await tx.query(
          `lock table ${tables.map((name) => escapeIdentifier(name)).join(', ')} in access exclusive mode`,
        );
      });
      break;
    } catch (error) {
      if (attempt >= tries || !notNow.has(codeOf(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  await tx.query('set local lock_timeout = 0');
  await tx.query('set local statement_timeout = 0');
}
