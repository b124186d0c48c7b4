import { databaseErrorCode, type Transaction } from './database.ts';

/** The time for all statements of a piece of work is over. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

const cancelled = '57014';

/**
 * The same transaction, all of whose statements together end by a moment of `performance.now()`: each gets what is left of the time, and one that
 * has none is a DeadlineError. A limit for each statement would let a call of many take many times as long.
 */
export function untilDeadline(tx: Transaction, deadlineMs: number): Transaction {
  const within = async <T>(ask: () => Promise<T>): Promise<T> => {
    const leftMs = Math.floor(deadlineMs - performance.now());
    if (leftMs <= 0) throw new DeadlineError();
    await tx.query(`select set_config('statement_timeout', $1, true)`, [String(leftMs)]);
    try {
      return await ask();
    } catch (error) {
      throw databaseErrorCode(error) === cancelled ? new DeadlineError(undefined, { cause: error }) : error;
    }
  };
  return {
    ...tx,
    query: (text, values) => within(() => tx.query(text, values)),
    findById: (question) => within(() => tx.findById(question)),
    script: (text) => within(() => tx.script(text)),
    once: (text) => within(() => tx.once(text)),
  };
}
