import type { PolicyValues } from '../policies/policy-values.ts';
import { hourMs } from '../time/durations.ts';

/**
 * Until when an instructor who approves by hand may answer a request (domain rule 2): in version 1 of the policies 12 hours, or 3 when the
 * lesson is less than 24 hours away; never beyond its start. `answer_until` in the database says the same.
 */
export function answerUntil(
  startMs: number,
  nowMs: number,
  policy: Pick<PolicyValues, 'requestLapseHours' | 'requestLapseShortHours' | 'requestShortBelowHours'>,
): number {
  const isShort = startMs - nowMs < policy.requestShortBelowHours * hourMs;
  const hours = isShort ? policy.requestLapseShortHours : policy.requestLapseHours;
  return Math.min(nowMs + hours * hourMs, startMs);
}
