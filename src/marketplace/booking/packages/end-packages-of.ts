import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { PackageGone } from '#wire/cancelling.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { endAndNote, weighEnd } from './end-package.ts';
import { findPackagesOf, lockPurchase } from './packages.store.ts';

/**
 * Ends the packages in use of somebody who leaves: a learner's by the formula of rule 18, those that an instructor sold whole (rule 17). What
 * happened stands as `package_refunds` records.
 */
export async function endPackagesOf(
  engine: Engine,
  tx: Transaction,
  { user, nowMs }: { user: string; nowMs: number },
): Promise<PackageGone[]> {
  const gone: PackageGone[] = [];
  for (const { id, side, withName, instructorStatus: status } of await findPackagesOf(tx, user)) {
    const purchase = await lockPurchase(tx, id);
    if (purchase?.status !== 'active') continue;
    const { values: policy } = await findPolicyOf(tx, Number(purchase.policyVersion));
    const instructorStatus = side === 'instructor' ? 'retired' : status;
    const end = weighEnd(purchase, { isExpired: false, instructorStatus, nowMs, policy });
    if (!(await endAndNote(engine, tx, { purchase, end, isLeaving: side === 'learner', nowMs }))) continue;
    gone.push({ package: id, side, withName, minutesLeft: Number(purchase.minutesLeft), refundCents: end.refundCents });
  }
  return gone;
}
