import type { Queryable, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCall } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import type { SentSum } from '#wire/bank.ts';
import { referenceKey, refuseOwnMoney } from './paid-by-hand.ts';
import { listStillSent, lockStillSent, readSum, takeCameBack } from './sent-by-hand.store.ts';

/** A bank keeps no more of what it sends back, nor more than it sends: who sends a cent back by such a reference is no bank. */
const mostFeeOf = (amountCents: number) => Math.min(5000, amountCents);

/**
 * Sums that a person sent since an instant, that are paid and that a line of an amount may have brought back: those of the amount first, then those that a
 * bank's fee makes larger. The latest first.
 */
export async function listSentSums(db: Queryable, amountCents: number, sinceMs: number): Promise<SentSum[]> {
  const sums = await listStillSent(db, { amountCents, mostCents: amountCents + mostFeeOf(amountCents) }, sinceMs);
  return sums.map(({ of, record, amountCents: cents, reference }) => ({ of, record, amountCents: cents, reference }));
}

type BroughtBack = {
  line: string;
  amountCents: number;
  reference: string;
  /** What the bank kept as a fee, by who looked at both sums; 0 where nothing is missing. */
  feeCents: number;
  by: AuthRecord;
};

/**
 * Books a line of the bank's statement as what was sent by a reference: the refund or payout is owed again, whole; a fee that the bank kept is the platform's. Answers the reference as it was noted; undefined
 * where the line was decided before. Throws 400 at `reference` where nothing was sent by it, or it came back before, `other_amount` where what was sent is not what came back and the fee, with both sums,
 * `fee_too_high` where the bank would have kept too much, and `own_case` at `line`.
 */
export async function bringBack(
  engine: Engine,
  tx: Transaction,
  { line, amountCents, reference, feeCents, by }: BroughtBack,
): Promise<string | undefined> {
  const sum = await lockStillSent(tx, referenceKey(reference));
  if (!sum) {
    const message = 'No refund or payout that is paid was sent by this reference, or it came back before.';
    throw refuseCall('reference', 'validation_missing_rel_records', message);
  }
  if (sum.amountCents !== amountCents + feeCents) {
    const [sent, back] = [formatCents(sum.amountCents), formatCents(amountCents)];
    throw refuseCall('reference', 'other_amount', `${sent} were sent by this reference, and ${back} came back.`);
  }
  if (feeCents > mostFeeOf(amountCents))
    throw refuseCall(
      'reference',
      'fee_too_high',
      'No bank keeps more than S$50.00 of what it sends back, nor more than that.',
    );
  await refuseOwnMoney(tx, by, { parties: [sum.payee], begun: sum.begun, field: 'line' });
  if (!(await takeCameBack(tx, { line, key: sum.key, nowMs: engine.clock.nowMs() }))) return undefined;
  const { row, payment } = await readSum(tx, sum);
  tx.afterCommit(() => {
    if (row) publishRow(engine, sum.of === 'refunds' ? 'refunds' : 'payouts', row);
    if (payment) publishRow(engine, 'payments', payment);
  });
  return sum.reference;
}
