import type { Queryable } from '#engine/database/database.ts';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { findLedgerFaults } from './find-ledger-faults.ts';
import { findChainFaults, findLink, findMoneyFaults } from './ledger-chain.store.ts';
import { findFoldFaults } from './ledger-folds.store.ts';

/** What the books show: the end of their chain, to be kept elsewhere, and what is wrong with them, a sentence each. */
export type LedgerProof = { transactions: number; hash: string; faults: string[] };

const states = {
  ended: [...lessonSets.ended, 'closed'],
  ahead: ['held', ...lessonSets.coming],
};

/**
 * Proves the books: every transaction sums to zero, every balance is that of its entries, what is added up as it is posted is what the entries
 * add up to, the chain is whole, and the money of each lesson is where its state says. An end that was kept from an earlier proof shows that nothing was taken off the chain since.
 */
export async function proveLedger(db: Queryable, kept?: { transactions: number; hash: string }): Promise<LedgerProof> {
  const [unbalanced, folds, chain, money] = await Promise.all([
    findLedgerFaults(db),
    findFoldFaults(db),
    findChainFaults(db),
    findMoneyFaults(db, states),
  ]);
  const faults = [...unbalanced];
  for (const { name, kept, said } of folds) faults.push(`${name}: ${kept} is kept, and the entries say ${said}.`);
  for (const { place, fault } of chain) faults.push(`${place ?? '-'}: ${fault}.`);
  for (const { name, fault } of money) faults.push(`${name}: ${fault}.`);
  if (kept && (await findLink(db, kept.transactions))?.hash !== kept.hash) {
    faults.push(`${kept.transactions}: this link of the chain is not the one that was proved before.`);
  }
  const head = await findLink(db);
  return { transactions: head?.sequence ?? 0, hash: head?.hash ?? '', faults };
}
