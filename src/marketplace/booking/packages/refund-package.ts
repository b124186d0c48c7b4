import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { endPackage, weighEnd } from './end-package.ts';
import { findSellerStatus, lockPurchase } from './packages.store.ts';

/** Gives back what is left of a package, as its learner asks for (domain rules 17 and 18): once, and answered with the sum. */
export async function refundPackage(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record, authorId, requestHash, auth, system } = event;
  const first = await findFirstCreate(engine.db, { ...event, id: record.id });
  if (first) return first;
  const nowMs = engine.clock.nowMs();
  return engine.db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, String(record.packagePurchase));
    const repeated = await findFirstCreate(tx, { ...event, id: record.id });
    if (repeated) return repeated;
    const isTrusted = system || auth?.isSuperuser === true;
    if (!purchase || (!isTrusted && purchase.learner !== authorId)) {
      throw refuseCreate('packagePurchase', 'validation_missing_rel_records', 'There is no such package of yours.');
    }
    if (purchase.status !== 'active')
      throw refuseCreate('packagePurchase', 'not_refundable', 'Nothing is left of this package to give back.');
    const { values: policy } = await findPolicyOf(tx, Number(purchase.policyVersion));
    const instructorStatus = await findSellerStatus(tx, String(purchase.instructor));
    const end = weighEnd(purchase, { isExpired: false, instructorStatus, nowMs, policy });
    await endPackage(engine, tx, { purchase, end, nowMs });
    Object.assign(record, end);
    return insertRow(tx, { collection, record, extra: { _author: authorId, _request_hash: requestHash } });
  });
}
