import type { PolicyValues } from '../policies/policy-values.ts';

const hourMs = 3_600_000;

/**
 * Whether the parties of a lesson see each other's phone number (domain rule 30): from its confirmation until hours after its end; not once it
 * was called off. `confirmedMs` is undefined before.
 */
export function maySeeContacts(
  lesson: { confirmedMs: number | undefined; endMs: number; isCalledOff: boolean },
  nowMs: number,
  policy: Pick<PolicyValues, 'contactHours'>,
): boolean {
  const { confirmedMs, endMs, isCalledOff } = lesson;
  if (isCalledOff || confirmedMs === undefined || nowMs < confirmedMs) return false;
  return nowMs <= endMs + policy.contactHours * hourMs;
}
