import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { newId } from '#engine/random.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { platformFee } from '#rules/fees/platform-fee.ts';
import { isWithoutSlots, packageRefund } from '#rules/packages/package-refund.ts';
import { payableFrom } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { tellOfRefunds } from '../../money/refunds/tell-of-refunds.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { isoInstant } from '../../platform/reads/parse-instant.ts';
import { announcePackageEnded } from './announce-packages.ts';
import { endPurchase, findLastLessonEnd, findPairHistory, postKept, refundPurchase } from './ending.store.ts';
import { findActiveOf, findSellerStatus, lockPurchase } from './packages.store.ts';

export type EndReason = 'asked' | 'no_slots' | 'instructor_ends' | 'expired' | 'safety' | 'handed_over' | 'paid_back';

/** What ending a package brings. */
export type PackageEnd = { reason: EndReason; refundCents: number; keptCents: number };

/**
 * What comes back when a package ends now: all that is left where its instructor can't be booked any more or shows no time for long
 * (domain rule 17), else by the formula of rule 18.
 */
export function weighEnd(
  purchase: Row,
  {
    isExpired,
    instructorStatus,
    nowMs,
    policy,
  }: { isExpired: boolean; instructorStatus: string; nowMs: number; policy: PolicyValues },
): PackageEnd {
  const pack = restOf(purchase);
  const seenMs = purchase._slotSeenAt instanceof Date ? purchase._slotSeenAt.getTime() : nowMs;
  const isGone = instructorStatus === 'retired' || instructorStatus === 'suspended';
  const withoutFault = isGone ? 'instructor_ends' : isWithoutSlots(seenMs, nowMs, policy) ? 'no_slots' : undefined;
  const sums = packageRefund(pack, withoutFault ?? 'asked');
  return { reason: withoutFault ?? (isExpired ? 'expired' : 'asked'), ...sums };
}

/** What comes back when its learner goes on with somebody else: all that is left where the instructor asked for it, else as when the learner asks. */
export function weighHandOver(
  purchase: Row,
  {
    isOfInstructor,
    ...facts
  }: { isOfInstructor: boolean; instructorStatus: string; nowMs: number; policy: PolicyValues },
): PackageEnd {
  const end = weighEnd(purchase, { isExpired: false, ...facts });
  if (!isOfInstructor || end.reason !== 'asked') return end;
  return { reason: 'handed_over', ...packageRefund(restOf(purchase), 'handed_over') };
}

function restOf(purchase: Row) {
  return {
    priceCents: Number(purchase.priceCents),
    minutes: Number(purchase.minutes),
    minutesLeft: Number(purchase.minutesLeft),
    heldCents: Number(purchase._heldCents),
    singleHourlyCents: Number(purchase.hourlyCents),
  };
}

type Ending = {
  purchase: Row;
  end: PackageEnd;
  /** Its learner closes the account. */
  isLeaving?: boolean;
  nowMs: number;
};

/**
 * Ends a package under its lock: what is left goes back to where it was paid from, the discount of the hours that were used stays with the
 * instructor, less the fee. Answers undefined when it was not active any more.
 */
export async function endPackage(
  engine: Engine,
  tx: Transaction,
  { purchase, end, isLeaving = false, nowMs }: Ending,
): Promise<Row | undefined> {
  const [id, learner, instructor] = [String(purchase.id), String(purchase.learner), String(purchase.instructor)];
  const { reason, refundCents, keptCents } = end;
  const ended = await endPurchase(tx, id, reason === 'expired' ? 'expired' : 'refunded', nowMs);
  if (!ended) return undefined;
  if (keptCents > 0) {
    const { values } = await findPolicyOf(tx, Number(purchase.policyVersion));
    const { isOwnLearner, ...history } = await findPairHistory(tx, {
      learner,
      instructor,
      priceCents: Number(purchase.priceCents),
      minutes: Number(purchase.minutes),
    });
    // Minutes were counted with their lessons: this is only more money for them, at the rate that holds now.
    const feeCents = platformFee({ keptCents, durationMinutes: 1, isOwnLearner }, history, values);
    // Lessons ahead may still be called off, and what was kept for them goes back then: nobody is paid it before they are over.
    const lastEndMs = (await findLastLessonEnd(tx, id)) ?? nowMs;
    const payable = isoInstant(Math.max(nowMs, payableFrom(lastEndMs, values)));
    await postKept(tx, { id, instructor, keptCents, feeCents, payableFrom: payable, nowMs });
  }
  const back = await refundPurchase(tx, id, { cents: refundCents, isLeaving, nowMs });
  await announcePackageEnded(engine, tx, { purchase, reason, refundCents, isCredit: back.isCredit });
  await tellOfRefunds(engine, tx, back.payments);
  tx.afterCommit(() => publishRow(engine, 'package_purchases', ended));
  return ended;
}

/** Ends a package by the clock, where its time is over or its instructor is gone; what happened stands as a `package_refunds` record. */
export async function endBySystem(
  engine: Engine,
  tx: Transaction,
  { purchase, isExpired, nowMs }: { purchase: Row; isExpired: boolean; nowMs: number },
): Promise<void> {
  const { values: policy } = await findPolicyOf(tx, Number(purchase.policyVersion));
  const instructorStatus = await findSellerStatus(tx, String(purchase.instructor));
  const end = weighEnd(purchase, { isExpired, instructorStatus, nowMs, policy });
  if (end.reason !== 'asked') await endAndNote(engine, tx, { purchase, end, nowMs });
}

/** Ends a package whose price went back whole at the provider: what is left of it covers that, and both sides are told. */
export async function endPaidBack(engine: Engine, tx: Transaction, purchase: Row, nowMs: number): Promise<void> {
  const { values: policy } = await findPolicyOf(tx, Number(purchase.policyVersion));
  const instructorStatus = await findSellerStatus(tx, String(purchase.instructor));
  const end = weighEnd(purchase, { isExpired: false, instructorStatus, nowMs, policy });
  await endPackage(engine, tx, { purchase, end: { ...end, reason: 'paid_back' }, nowMs });
}

/** Ends a package without its learner's own `package_refunds` record, and writes one down. False when it was not active any more. */
export async function endAndNote(engine: Engine, tx: Transaction, ending: Ending): Promise<boolean> {
  if (!(await endPackage(engine, tx, ending))) return false;
  const now = isoInstant(ending.nowMs);
  const record = {
    id: newId(engine.random),
    packagePurchase: ending.purchase.id,
    ...ending.end,
    created: now,
    updated: now,
  };
  await insertRow(tx, { collection: engine.collections.get('package_refunds'), record });
  return true;
}

/** Ends what a learner has left with an instructor because of safety: all of it comes back (domain rule 16). */
export async function endForSafety(
  engine: Engine,
  tx: Transaction,
  { learner, instructor, nowMs }: { learner: string; instructor: string; nowMs: number },
): Promise<void> {
  for (const id of await findActiveOf(tx, { learner, instructor })) {
    const purchase = await lockPurchase(tx, id);
    if (purchase?.status !== 'active') continue;
    const end = { reason: 'safety' as const, ...packageRefund(restOf(purchase), 'safety') };
    await endAndNote(engine, tx, { purchase, end, nowMs });
  }
}
