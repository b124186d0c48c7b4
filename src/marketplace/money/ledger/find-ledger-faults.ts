import type { Queryable } from '#engine/database/database.ts';
import { findUnbalancedAccounts } from './ledger.store.ts';
import { findMoneyFaults, findRecordFaults, findUnbalanced } from './ledger-chain.store.ts';
import { type FoldFault, findCountFaults, findDayFaults, findFeeFaults } from './ledger-folds.store.ts';

/** The states in which all money of what was paid for has to be gone, and in which all that came in has to be held still. The ledger knows none itself. */
export type PurposeStates = { ended: readonly string[]; ahead: readonly string[] };

/** What is wrong with the sums of the books, a sentence each: transactions that do not sum to zero, accounts whose balance is not the sum of their entries. */
export async function findLedgerFaults(db: Queryable): Promise<string[]> {
  // One after the other: it may be one transaction that asks.
  const transactions = await findUnbalanced(db);
  const accounts = await findUnbalancedAccounts(db);
  return [...transactions.map(({ id, cents }) => sentenceOfSum(id, cents)), ...accounts.map(sentenceOfBalance)];
}

/** What is wrong with what is added up as it is posted, a sentence each: fees of months, counts of entries, sums of days. */
export async function findKeptSumFaults(db: Queryable): Promise<string[]> {
  const fees = await findFeeFaults(db);
  const counts = await findCountFaults(db);
  const days = await findDayFaults(db);
  return [...fees, ...counts, ...days].map(sentenceOfFold);
}

/** Money that is not where the state of what it was paid for says, a sentence each. */
export async function findMisplacedMoney(db: Queryable, states: PurposeStates): Promise<string[]> {
  const faults = await findMoneyFaults(db, states);
  return faults.map(({ name, fault }) => `${name}: ${fault}.`);
}

/** Records of money that disagree with the ledger, a sentence each. */
export async function findUnlikeRecords(db: Queryable): Promise<string[]> {
  const faults = await findRecordFaults(db);
  return faults.map(({ name, fault }) => `${name}: ${fault}.`);
}

/** That something is kept added up that the entries do not say. */
export function sentenceOfFold({ name, kept, said }: FoldFault): string {
  return `${name}: ${kept} is kept, and the entries say ${said}.`;
}

/** That a transaction does not sum to zero. */
export function sentenceOfSum(id: string, cents: number): string {
  return `The ledger transaction ${id} sums to ${cents} cents instead of zero.`;
}

/** That the balance of an account is not the sum of its entries. */
export function sentenceOfBalance({ name, cents }: { name: string; cents: number }): string {
  return `The balance of the ledger account ${name} differs from its entries by ${cents} cents.`;
}
