import type { Row } from '#engine/database/database.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { instantOf, parseDate } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';

/** Reminders leave at nine in the morning, so that people read them by day. */
export const reminderMinute = 540;

/** When something of an active package is due next: the next reminder after an instant, else its end. */
export function nextDueMs(purchase: Row, policy: PolicyValues, afterMs: number): number {
  const endsMs = purchase._endsAt instanceof Date ? purchase._endsAt.getTime() : afterMs;
  const day = parseDate(String(purchase.expiresOn));
  if (day === undefined) return endsMs;
  const reminders = policy.packageReminderDays
    .map((days) => instantOf(platformZone, day - days, reminderMinute))
    .filter((ms) => ms > afterMs);
  return Math.min(endsMs, ...reminders);
}
