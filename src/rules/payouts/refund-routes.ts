import type { PolicyValues } from '../policies/policy-values.ts';

const dayMs = 86_400_000;

/** A payment that something can go back to. */
export type RefundablePayment = {
  id: string;
  method: 'card' | 'paynow' | 'credit' | 'cash';
  paidMs: number;
  amountCents: number;
  refundedCents: number;
};

/** One part of a refund: back to the original method, as credit, or by bank transfer. */
export type RefundRoute = { payment: string; way: 'original' | 'credit' | 'bank_transfer'; cents: number };

export type RefundPlan = { routes: RefundRoute[]; unroutedCents: number };

/**
 * How a refund goes back (domain rule 22): to the original methods first, cards before PayNow, money before credit. A PayNow payment takes one
 * partial refund: a second one is credit. An older one than `paynowRefundDays` is paid by bank transfer. Cash was paid to the instructor and is
 * theirs to give back. What fits nowhere is told, never dropped.
 */
export function refundRoutes(
  refundCents: number,
  payments: readonly RefundablePayment[],
  { nowMs, policy }: { nowMs: number; policy: Pick<PolicyValues, 'paynowRefundDays'> },
): RefundPlan {
  const order = ['card', 'paynow', 'credit'];
  const usable = payments
    .filter(({ method }) => method !== 'cash')
    .sort((one, other) => order.indexOf(one.method) - order.indexOf(other.method) || one.paidMs - other.paidMs);
  let left = refundCents;
  const routes: RefundRoute[] = [];
  for (const payment of usable) {
    const cents = Math.min(left, payment.amountCents - payment.refundedCents);
    if (cents <= 0) continue;
    routes.push({ payment: payment.id, way: wayOf(payment, nowMs, policy), cents });
    left -= cents;
  }
  return { routes, unroutedCents: left };
}

function wayOf(
  { method, paidMs, refundedCents }: RefundablePayment,
  nowMs: number,
  { paynowRefundDays }: Pick<PolicyValues, 'paynowRefundDays'>,
): RefundRoute['way'] {
  if (method === 'credit') return 'credit';
  if (method !== 'paynow') return 'original';
  if (refundedCents > 0) return 'credit';
  return nowMs - paidMs > paynowRefundDays * dayMs ? 'bank_transfer' : 'original';
}
