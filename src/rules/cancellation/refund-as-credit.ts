import type { Give } from '../settlement/settlement-of.ts';

/** What was paid for a lesson by one method, in the order in which money goes back. */
export type PaidWay = { method: string; cents: number };

const money = new Set(['card', 'paynow']);
const alwaysCredit = new Set(['credit', 'paynow_to_credit']);

/**
 * Whether whoever calls off a lesson may have what comes back as credit at once (domain rule 5: money or credit, the learner picks): where some of it
 * would go back to a card or by PayNow. Minutes of a package go back to it, and what an instructor had in cash is not ours to turn into credit.
 */
export function mayBeCredit(refundCents: number, ways: readonly PaidWay[]): boolean {
  let leftCents = refundCents;
  const used = ways.filter(({ cents }) => {
    const isUsed = leftCents > 0;
    leftCents -= cents;
    return isUsed;
  });
  return (
    used.some(({ method }) => money.has(method)) &&
    used.every(({ method }) => money.has(method) || alwaysCredit.has(method))
  );
}

/** The same gives with all that would go back the way it was paid as credit instead. */
export function asCredit(gives: readonly Give[]): Give[] {
  return gives.map((give) => (give.to === 'refund' ? { ...give, to: 'credit' } : give));
}
