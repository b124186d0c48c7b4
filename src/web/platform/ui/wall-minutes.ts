/** `540` as `09:00`; 1440 as `24:00`, the end of the day. */
export function clockOfMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** `09:00` as 540; undefined for what is no time. `00:00` as an end means midnight, 1440. */
export function minuteOfClock(clock: string, isEnd = false): number | undefined {
  const match = /^(\d{2}):(\d{2})$/.exec(clock);
  if (!match) return undefined;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  if (minute > 1439) return undefined;
  return isEnd && minute === 0 ? 1440 : minute;
}

export type WeeklyWindow = { weekday: number; startMinute: number; endMinute: number };

/** The hours a week's windows add up to, each minute counted once where windows overlap. */
export function weeklyHours(windows: readonly WeeklyWindow[]): number {
  const sorted = [...windows].sort((one, other) => one.weekday - other.weekday || one.startMinute - other.startMinute);
  let minutes = 0;
  let day = -1;
  let until = 0;
  for (const { weekday, startMinute, endMinute } of sorted) {
    if (weekday !== day) until = 0;
    day = weekday;
    minutes += Math.max(0, endMinute - Math.max(startMinute, until));
    until = Math.max(until, endMinute);
  }
  return Math.round(minutes / 6) / 10;
}
