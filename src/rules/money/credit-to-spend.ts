/** The least that Stripe takes by card or PayNow, in cents. */
export const smallestChargeCents = 50;

/**
 * How much credit is spent on what is still to be paid, in cents: as much as there is, but so that the rest is none or as much as can be charged at
 * all. 0 where that can't be.
 */
export function creditToSpend(creditCents: number, dueCents: number, leastChargeCents: number): number {
  if (creditCents >= dueCents) return dueCents;
  return Math.max(0, Math.min(creditCents, dueCents - leastChargeCents));
}
