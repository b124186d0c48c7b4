import { type CanCome, type OfferedStarts, startsWithin, type WantedTime } from './offered-starts.ts';

const dayMinutes = 1440;
const shown = 3;

type Asked = { time: WantedTime; notBeforeMs: number; fits: (weekMinute: number) => boolean; canCome?: CanCome };

/**
 * Three free starts that differ, in order of time: the soonest, the next one in another part of the day, and the next one at a weekend (on a
 * weekday, if the soonest is at a weekend). Where there is no such start the soonest others stand for it.
 */
export function spreadStarts(starts: OfferedStarts, { time, notBeforeMs, fits, canCome }: Asked): number[] {
  const find = (limit: number, isWanted: (weekMinute: number) => boolean) =>
    startsWithin(starts, time, { notBeforeMs, limit, canCome, fits: (minute) => fits(minute) && isWanted(minute) });
  const soonest = find(shown, () => true);
  const [first] = soonest;
  if (first === undefined) return [];
  const firstMinute = weekMinuteOf(starts, first);
  const others = [
    ...find(1, (minute) => partOf(minute) !== partOf(firstMinute)),
    ...find(1, (minute) => isWeekend(minute) !== isWeekend(firstMinute)),
  ];
  return [...new Set([first, ...others, ...soonest])].slice(0, shown).sort((one, other) => one - other);
}

function weekMinuteOf({ minutes, weekMinutes }: OfferedStarts, startMs: number): number {
  return weekMinutes[minutes.indexOf(startMs / 60_000)] ?? 0;
}

/** Morning until 12:00, afternoon until 18:00, then evening. */
function partOf(weekMinute: number): number {
  const minute = weekMinute % dayMinutes;
  return minute < 720 ? 0 : minute < 1080 ? 1 : 2;
}

function isWeekend(weekMinute: number): boolean {
  const weekday = Math.floor(weekMinute / dayMinutes);
  return weekday === 0 || weekday === 6;
}
