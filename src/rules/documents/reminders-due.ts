import type { LocalDay } from '../time/local-time.ts';

/**
 * The reminder that is due on a local day for something that expires (papers, rule 28; packages, rule 18): the nearest of the policies' `days`
 * before the expiry that has come, unless it or a nearer one was sent. `lastSentDays` is the one sent last. After a pause only the nearest is
 * sent, none for the days in between. Undefined when none is due; on the day of expiry itself and later none is.
 */
export function reminderDue(
  expiresOn: LocalDay,
  today: LocalDay,
  { days, lastSentDays }: { days: readonly number[]; lastSentDays: number | undefined },
): number | undefined {
  const left = expiresOn - today;
  if (left <= 0) return undefined;
  const come = days.filter((before) => left <= before);
  const nearest = come.length > 0 ? Math.min(...come) : undefined;
  if (nearest === undefined || (lastSentDays !== undefined && lastSentDays <= nearest)) return undefined;
  return nearest;
}
