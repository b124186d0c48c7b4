import type { Database } from '#engine/database/database.ts';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import type { PurposeStates } from './money/ledger/find-ledger-faults.ts';
import { type KeptEnd, type LedgerProof, proveBooks } from './money/ledger/prove-ledger.ts';

/** Where the ledger meets what was paid for: of ended lessons nothing is held any more, of those ahead all that came in is. */
export const purposeStates: PurposeStates = {
  ended: [...lessonSets.ended, 'closed'],
  ahead: ['held', ...lessonSets.coming],
};

/** Proves the books by the states that lessons have (`proveBooks`). */
export function proveLedger(db: Database, kept?: KeptEnd): Promise<LedgerProof> {
  return proveBooks(db, purposeStates, kept);
}
