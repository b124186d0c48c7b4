import type { Queryable, Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { endAndNote, type PackageEnd, weighHandOver } from './end-package.ts';
import { listActive } from './ending.store.ts';
import { findActiveOf, findSellerStatus, lockPurchase } from './packages.store.ts';

/** Whose packages end because their learner goes on with somebody else, and whether the instructor wished it. */
export type Handed = { learner: string; instructor: string; isOfInstructor: boolean; nowMs: number };

/** Ends what a learner has left of packages with who hands over; answers the cents that go back. */
export async function endHandedPackages(engine: Engine, tx: Transaction, handed: Handed): Promise<number> {
  let refundCents = 0;
  for (const id of await findActiveOf(tx, handed)) {
    const purchase = await lockPurchase(tx, id);
    if (purchase?.status !== 'active') continue;
    const end = await weighHanded(tx, purchase, handed);
    if (await endAndNote(engine, tx, { purchase, end, nowMs: handed.nowMs })) refundCents += end.refundCents;
  }
  return refundCents;
}

/** The cents that would go back if the hand-over were done now. */
export async function foretellHanded(db: Queryable, handed: Handed): Promise<number> {
  let refundCents = 0;
  for (const purchase of await listActive(db, handed))
    refundCents += (await weighHanded(db, purchase, handed)).refundCents;
  return refundCents;
}

async function weighHanded(db: Queryable, purchase: Row, { instructor, ...facts }: Handed): Promise<PackageEnd> {
  const { values: policy } = await findPolicyOf(db, Number(purchase.policyVersion));
  const instructorStatus = await findSellerStatus(db, instructor);
  return weighHandOver(purchase, { ...facts, instructorStatus, policy });
}
