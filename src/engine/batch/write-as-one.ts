import { databaseErrorCode, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { type EngineInTransaction, engineInTransaction } from './engine-in-transaction.ts';

type Limits = {
  /** Ends the writes, before their next statement at the latest, with its reason as the error. */
  signal?: AbortSignal;
  /** Runs first in the transaction. */
  prepare?: (tx: Transaction) => Promise<void>;
};

/**
 * Runs record writes as one: all or nothing, their files included, and nothing is told to anybody before all is committed. `run` is given
 * the engine to write with, and is run again after a deadlock.
 */
export async function writeAsOne<T>(
  engine: Engine,
  run: (inside: Engine) => Promise<T>,
  { signal, prepare }: Limits = {},
): Promise<T> {
  let inside: EngineInTransaction | undefined;
  let isWritten = false;
  try {
    return await engine.db.transaction(async (tx) => {
      await inside?.undo();
      isWritten = false;
      await prepare?.(tx);
      inside = engineInTransaction(engine, tx, signal);
      const result = await run(inside.engine);
      signal?.throwIfAborted();
      isWritten = true;
      return result;
    });
  } catch (error) {
    // When the connection breaks while the commit is under way nobody knows its end: a file too many is better than one too few.
    if (!isWritten || databaseErrorCode(error) !== undefined) await inside?.undo();
    throw error;
  }
}
