import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { claimPayouts, settlePayouts } from './payouts.store.ts';
import { planDay } from './plan-payouts.ts';

/** Pays out a day of the past within a transaction, for books that are written afterwards: planned, sent and paid at that instant. */
export async function payOutPast(engine: Engine, tx: Transaction, nowMs: number): Promise<void> {
  const { values: policy } = await findPolicyAt(tx, nowMs);
  const planned = await planDay(tx, (work) => work(tx), { policy, nowMs, random: engine.random });
  await claimPayouts(tx, planned, { provider: 'sandbox', nowMs });
  const paid = planned.map((id) => ({ id, reference: `sandbox_${id}` }));
  if (paid.length > 0) await settlePayouts(tx, paid, nowMs);
}
