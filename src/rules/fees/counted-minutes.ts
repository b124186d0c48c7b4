/** An earlier lesson of a pair: its minutes, and what the instructor kept of them. */
export type PaidBefore = { paidMinutes: number; keptCents: number };

/** The lesson whose fee is asked for, at its price. */
export type PricedNow = { priceCents: number; durationMinutes: number };

/**
 * How many of an earlier lesson's minutes count towards the hours of the higher fee (domain rule 20), whole minutes: all of them where at least half as much
 * was kept a minute as the lesson at hand costs a minute; else as many as that half pays for. So hours that are nearly free do not end the higher fee
 * of dear ones. The database counts alike (`counted_minutes`).
 */
export function countedMinutes({ paidMinutes, keptCents }: PaidBefore, now: PricedNow): number {
  if (now.priceCents <= 0 || now.durationMinutes <= 0) return paidMinutes;
  return Math.min(paidMinutes, Math.floor((2 * keptCents * now.durationMinutes) / now.priceCents));
}

/** The same of all earlier lessons together. */
export function countedMinutesOf(before: readonly PaidBefore[], now: PricedNow): number {
  return before.reduce((sum, lesson) => sum + countedMinutes(lesson, now), 0);
}
