import type { Queryable } from '#engine/database/database.ts';
import { findUnbalanced } from './ledger.store.ts';

/** What is wrong with the books, a sentence each: transactions that do not sum to zero, accounts whose balance is not the sum of their entries. */
export async function findLedgerFaults(db: Queryable): Promise<string[]> {
  const faults = await findUnbalanced(db);
  return faults.map(({ kind, name, cents }) =>
    kind === 'transaction'
      ? `The ledger transaction ${name} sums to ${cents} cents instead of zero.`
      : `The balance of the ledger account ${name} differs from its entries by ${cents} cents.`,
  );
}
