import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { postMoneyPlan } from '../lesson-money.ts';
import { noteReturned } from './cancelling.store.ts';

type Return = {
  lesson: Row;
  /** With its private columns, locked. */
  cancellation: Row;
  cents: number;
  why: 'waiver' | 'refill';
  policy: PolicyValues;
  /** What of its fee the platform does not give up. */
  leastFeeCents?: number;
};

/**
 * Gives part of a late cancellation's fee back, in the caller's transaction: the lesson is settled anew with a larger refund, and what the
 * instructor and the platform had of it goes back with it.
 */
export async function returnFee(engine: Engine, tx: Transaction, returned: Return): Promise<void> {
  const { lesson, cancellation, cents, why, policy, leastFeeCents = 0 } = returned;
  const nowMs = engine.clock.nowMs();
  const plan = { settle: [{ to: 'refund' as const, from: 'held' as const, cents }], leastFeeCents };
  await postMoneyPlan(engine, tx, { lesson, plan, policy, nowMs });
  const flags = { isWaived: why === 'waiver', isRefilled: why === 'refill' };
  const row = await noteReturned(tx, { id: String(cancellation.id), cents, ...flags }, nowMs);
  if (row) tx.afterCommit(() => publishRow(engine, 'cancellations', row));
}

/** What of a cancellation's fee is still charged: nothing where it was forgiven, or nothing had been paid. */
export function chargedCents({ feeCents, returnedCents, usesMercyPass, _paidCents }: Row): number {
  if (usesMercyPass || Number(_paidCents) === 0) return 0;
  return Number(feeCents) - Number(returnedCents);
}
