/** A local time of the week: 0 for Sunday to 6, and the minute of the day. */
export type WeekTime = { weekday: number; minute: number };

const nearMinutes = 90;

/** When somebody usually drives: the commonest weekday, the later lessons deciding a tie, and the middle of its starts. Lessons newest first. */
export function usualTime(lessons: readonly WeekTime[]): WeekTime | undefined {
  const counts = new Map<number, number[]>();
  for (const { weekday, minute } of lessons) counts.set(weekday, [...(counts.get(weekday) ?? []), minute]);
  let usual: WeekTime | undefined;
  let most = 0;
  for (const [weekday, minutes] of counts) {
    if (minutes.length <= most) continue;
    most = minutes.length;
    usual = {
      weekday,
      minute: minutes.toSorted((one, other) => one - other)[Math.floor((minutes.length - 1) / 2)] ?? 0,
    };
  }
  return usual;
}

type Start = WeekTime & { day: number };

/**
 * The `count` starts to offer first: at most one a day, those of the usual weekday near the usual hour before the other ones near that hour, and
 * sooner before later. Without a usual time the first start of each day. `day` counts local days.
 */
export function startsToOffer<T extends Start>(starts: readonly T[], usual: WeekTime | undefined, count: number): T[] {
  const distance = (start: T) => (usual ? Math.abs(start.minute - usual.minute) : 0);
  const byDay = new Map<number, T>();
  for (const start of starts) {
    const best = byDay.get(start.day);
    if (!best || distance(start) < distance(best)) byDay.set(start.day, start);
  }
  const rank = (start: T) => {
    if (!usual) return 0;
    const isNear = distance(start) <= nearMinutes;
    if (start.weekday === usual.weekday) return isNear ? 0 : 2;
    return isNear ? 1 : 3;
  };
  return [...byDay.values()].sort((one, other) => rank(one) - rank(other) || one.day - other.day).slice(0, count);
}

/** Whether a start is on the usual weekday near the usual hour. */
export function isUsual(start: WeekTime, usual: WeekTime | undefined): boolean {
  return usual !== undefined && start.weekday === usual.weekday && Math.abs(start.minute - usual.minute) <= nearMinutes;
}
