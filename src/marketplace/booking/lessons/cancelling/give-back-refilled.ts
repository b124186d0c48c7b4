import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { freeUntil } from '#rules/cancellation/cancellation-terms.ts';
import { refillLeastFee, refillRefund } from '#rules/cancellation/refill.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { announceFeeReturned } from '../announcing/announce-fee-returned.ts';
import { weighFee } from '../lesson-money.ts';
import { findCancellationOf, lockCancelledLesson } from './cancelling.store.ts';
import { findFeeTaken, findTakers, listRefilled, listRefilledBy } from './refill.store.ts';
import { chargedCents, returnFee } from './return-fee.ts';
import { cancellableOf, mayBeForgiven } from './weigh-cancellation.ts';

/**
 * What a confirmed lesson means for learners who called off the same time too late (domain rule 6): once others have taken all of it, they get
 * back what it cost but for the small part that is kept. In the transaction that confirms, under the calendar's lock.
 */
export async function giveBackRefilled(engine: Engine, tx: Transaction, confirmed: Row): Promise<void> {
  for (const { id } of await listRefilledBy(tx, confirmed)) await giveBack(engine, tx, id);
}

/** The same for those that waited until nobody could call the time off for nothing any more. */
export async function giveBackLeftRefilled(engine: Engine, nowMs: number): Promise<void> {
  for (const { id } of await listRefilled(engine.db, nowMs)) {
    try {
      await engine.db.transaction((tx) => giveBack(engine, tx, id));
    } catch (error) {
      // It is tried again in the next sweep; the others must not wait for it.
      engine.log.error({ err: error, lesson: id }, 'The fee of a lesson whose time was taken could not be given back.');
    }
  }
}

async function giveBack(engine: Engine, tx: Transaction, id: string): Promise<void> {
  const lesson = await lockCancelledLesson(tx, id);
  const cancellation = await findCancellationOf(tx, id);
  if (!lesson || !cancellation) return;
  const takers = await findTakers(tx, id);
  if (!(await isTakenForGood(tx, takers, engine.clock.nowMs()))) return;
  const { values: policy } = await findPolicyOf(tx, Number(lesson.policyVersion));
  const cents = refillRefund(chargedCents(cancellation), policy);
  if (cents === 0) return;
  const leastFeeCents = refillLeastFee(await findFeeTaken(tx, id), await feesOf(tx, takers));
  await returnFee(engine, tx, { lesson, cancellation, cents, why: 'refill', policy, leastFeeCents });
  await announceFeeReturned(engine, tx, { lesson: id, cents, why: 'refill', keptCents: policy.refillKeepCents });
}

// While one of those who took it may still leave for nothing (rules 5 and 8), or be forgiven (rule 7), the instructor has nothing for the time yet: friends
// could let each other off.
async function isTakenForGood(tx: Transaction, takers: readonly Row[], nowMs: number): Promise<boolean> {
  for (const taker of takers) {
    const { values } = await findPolicyOf(tx, Number(taker.policyVersion));
    if (nowMs <= freeUntil(cancellableOf(taker), values)) return false;
    if (await mayBeForgiven(tx, { lesson: taker, policy: values, nowMs })) return false;
  }
  return takers.length > 0;
}

// What an own learner without an account pays is not ours to take a fee of.
async function feesOf(tx: Transaction, takers: readonly Row[]): Promise<number> {
  let cents = 0;
  for (const taker of takers) {
    const { values } = await findPolicyOf(tx, Number(taker.policyVersion));
    cents += await weighFee(tx, { lesson: taker, policy: values });
  }
  return cents;
}
