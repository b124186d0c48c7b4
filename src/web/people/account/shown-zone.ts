import { platformZone } from '#rules/time/platform-zone.ts';

/** The zone for what happens on a person's account: the one they chose, as far as this browser knows it, else Singapore's. */
export function shownZone({ timezone }: { timezone: string }): string {
  if (timezone === '') return platformZone;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return timezone;
  } catch {
    return platformZone;
  }
}
