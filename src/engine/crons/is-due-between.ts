import type { CronSchedule } from './parse-cron.ts';

const minuteMs = 60_000;
/** After a longer pause only what came due in the last day is made up for. */
const longestMs = 86_400_000;

/** Whether a schedule names a minute after `lastMs` and not after `nowMs`; epoch milliseconds, schedules are in UTC. */
export function isDueBetween(schedule: CronSchedule, lastMs: number, nowMs: number): boolean {
  const firstMinute = Math.floor(Math.max(lastMs, nowMs - longestMs) / minuteMs) + 1;
  const lastMinute = Math.floor(nowMs / minuteMs);
  for (let minute = lastMinute; minute >= firstMinute; minute--) {
    if (names(schedule, new Date(minute * minuteMs))) return true;
  }
  return false;
}

function names({ minutes, hours, days, months, weekdays }: CronSchedule, at: Date): boolean {
  return (
    minutes.has(at.getUTCMinutes()) &&
    hours.has(at.getUTCHours()) &&
    days.has(at.getUTCDate()) &&
    months.has(at.getUTCMonth() + 1) &&
    weekdays.has(at.getUTCDay())
  );
}
