import { timeText } from './lesson-words.ts';

const hourMs = 3_600_000;
/** Hours before the full refund ends until which half comes back (domain rules 5 and 6). */
const halfHours = 12;

/** What a lesson booked with that many cancellation hours gives back, in one sentence with its local times. */
export function cancellationTerms(startMs: number, cancellationHours: number, timezone: string): string {
  const fullUntilMs = startMs - cancellationHours * hourMs;
  const halfUntilMs = fullUntilMs + halfHours * hourMs;
  return `Cancel or move it before ${timeText(fullUntilMs, timezone)} and all of the money comes back. After that half of it, and nothing from ${timeText(halfUntilMs, timezone)} on.`;
}
