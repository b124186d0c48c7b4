const hourMs = 3_600_000;

/** Cancelling before `untilMs` gives back `refundPercent` of the price. */
export type CancellationTerm = { untilMs: number; refundPercent: number };

/**
 * The terms of a lesson (domain rules 5 and 6): everything back until 24 hours before the start, half until 12, nothing after that; with
 * the 48-hour badge each step is 24 hours earlier. Steps that are over already are left out.
 */
export function cancellationTerms(startMs: number, cancellationHours: number, nowMs: number): CancellationTerm[] {
  const terms: CancellationTerm[] = [
    { untilMs: startMs - cancellationHours * hourMs, refundPercent: 100 },
    { untilMs: startMs - (cancellationHours - 12) * hourMs, refundPercent: 50 },
    { untilMs: startMs, refundPercent: 0 },
  ];
  return terms.filter((term) => term.untilMs > nowMs);
}
