/** The product's time in epoch milliseconds (UTC). Passed in everywhere, so tests need no sleeping. */
export type Clock = { nowMs: () => number };

/** The machine's own time. */
export const systemClock: Clock = { nowMs: () => Date.now() };

/** A clock that starts at `startMs` (epoch milliseconds) now and runs on from there. */
export function shiftedClock(startMs: number): Clock {
  const offsetMs = startMs - Date.now();
  return { nowMs: () => Date.now() + offsetMs };
}
