/** An amount from a local date of booking on. */
export type TestFee = { kind: string; cents: number; effectiveFrom: string };
/** What is charged for a booking on a day, and what comes after it where that is known. */
export type FeeOn = { cents: number; nextCents: number | null; nextFrom: string };

/** The fee of a kind for what is booked on a local date (domain a2: by the date of booking, not of the test); undefined when none is known. */
export function feeOn(fees: readonly TestFee[], kind: string, bookedOn: string): FeeOn | undefined {
  const ofKind = fees
    .filter((fee) => fee.kind === kind)
    .sort((one, other) => (one.effectiveFrom < other.effectiveFrom ? -1 : 1));
  const current = ofKind.findLast(({ effectiveFrom }) => effectiveFrom <= bookedOn);
  if (!current) return undefined;
  const next = ofKind.find(({ effectiveFrom }) => effectiveFrom > bookedOn);
  return { cents: current.cents, nextCents: next?.cents ?? null, nextFrom: next?.effectiveFrom ?? '' };
}
