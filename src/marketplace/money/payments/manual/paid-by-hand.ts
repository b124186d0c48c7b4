import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { ApiError, refuseCall } from '#engine/http/api-error.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';
import type { Answer } from '#engine/http/route.ts';
import type { SentByHandAnswer } from '#wire/payouts.ts';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { type Deed, requireImpartial } from '../../../platform/rights/require-impartial.ts';
import { insertSent, type SentSum } from './sent-by-hand.store.ts';

/** By what the bank knows money that was sent. Throws 400 at `reference` without one. */
export function readReference(value: unknown): string {
  const reference = typeof value === 'string' ? value.trim() : '';
  if (reference === '') throw refuseCall('reference', 'validation_required', 'Cannot be blank.');
  if (reference.length > 200)
    throw refuseCall('reference', 'validation_length_out_of_range', 'At most 200 characters.');
  return reference;
}

/** A reference as it is compared: banks put spaces and signs into it, and write it in lower case. */
export function referenceKey(reference: string): string {
  return reference.toUpperCase().replace(/[^A-Z0-9]/g, '') || reference.trim().toUpperCase();
}

/**
 * Takes a reference of the bank for one sum that went out, in the transaction that books the sum. A reference is one transfer: 409 `reference_used` at
 * `reference` where it was taken before.
 */
export async function takeReference(tx: Transaction, sum: Omit<SentSum, 'key'>): Promise<void> {
  if (await insertSent(tx, { ...sum, key: referenceKey(sum.reference) })) return;
  const message = 'This reference was noted for other money already. Look it up in the bank’s statement.';
  throw new ApiError(409, message, { reference: { code: 'reference_used', message } });
}

/** Lets pass what a person has to send: all of the operator's own account, and what a provider refused. What a provider has under way would be paid twice. */
export function requireByHand({ status }: Row, provider: unknown): void {
  if (status === 'failed' || (status !== 'paid' && provider === 'manual')) return;
  throw refusePaid();
}

/** Why nobody can say any more that they sent it. */
export function refusePaid(): ApiError {
  const message = 'This is paid, or its payment provider is paying it.';
  return new ApiError(409, message, { status: { code: 'not_by_hand', message } });
}

type ByHand = Pick<Deed, 'parties' | 'begun'> & { field: 'refund' | 'payout' | 'payment' | 'line' };

/** Refuses staff who have a part in money that is booked by hand: their own, and more (`requireImpartial`). */
export function refuseOwnMoney(db: Queryable, auth: AuthRecord, { field, ...money }: ByHand): Promise<void> {
  const right = field === 'payout' ? 'payouts' : 'payments';
  const deed = { ...money, about: 'money', right, field, refusal: 'Invalid request.' } as const;
  return requireImpartial(db, { auth, system: false }, deed);
}

/** Writes down who sent money by which reference, and answers how it stands now. */
export async function notePaidByHand(
  engine: Engine,
  auth: AuthRecord,
  { collection, row, reference }: { collection: string; row: Row; reference: string },
): Promise<Answer<SentByHandAnswer>> {
  await writeAudit(engine.db, {
    auth,
    nowMs: engine.clock.nowMs(),
    action: 'paid_by_hand',
    collection,
    record: String(row.id),
    recordName: String(row.amountCents),
    after: { reference, amountCents: row.amountCents },
  });
  return { status: 200, body: { id: String(row.id), status: String(row.status) } };
}
