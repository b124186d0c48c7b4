const hourMs = 3_600_000;

/**
 * Until when an instructor who approves by hand may answer a request (domain rule 2): 12 hours, or 3 when the lesson is less than 24 hours
 * away, and never beyond its start.
 */
export function answerUntil(startMs: number, nowMs: number): number {
  const hours = startMs - nowMs < 24 * hourMs ? 3 : 12;
  return Math.min(nowMs + hours * hourMs, startMs);
}
