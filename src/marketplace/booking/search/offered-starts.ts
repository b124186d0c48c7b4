import {
  type Busy,
  defaultHorizonDays,
  listSlots,
  type Offer,
  type SlotQuestion,
} from '#rules/availability/list-slots.ts';
import type { WorkingTime } from '#rules/availability/list-windows.ts';
import type { Span } from '#rules/availability/spans.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { instantOf, type LocalDay, localDayOf, localMinuteOf, weekdayOf } from '#rules/time/local-time.ts';

/** What decides when an instructor's shortest lesson can begin. */
export type OfferedTime = {
  offer: Offer;
  working: WorkingTime;
  timeOff: readonly Span[];
  /** Occupying lessons; a hold stops counting at `holdMs`. */
  busy: ReadonlyArray<Busy & { holdMs: number | null }>;
  closedDates: readonly string[];
  durationMinutes: number;
};

/** Every start up to the horizon, without the notice: that moves with the clock and is applied when the starts are read. */
export type OfferedStarts = {
  /** Minutes since 1970, ascending. */
  minutes: Int32Array;
  /** The same starts as minutes of the local week from Sunday, 0 to 10,079. */
  weekMinutes: Uint16Array;
  /** The local date up to which the starts are known, included. */
  untilDay: LocalDay;
  /** When the next hold runs out and the starts must be worked out anew. */
  validUntilMs: number;
};

const dayMinutes = 1440;
const weekMinutesAll = 7 * dayMinutes;

/** Works the starts out by the rule that also decides bookings. */
export function offeredStarts(time: OfferedTime, nowMs: number): OfferedStarts {
  const zone = time.working.timezone;
  const today = localDayOf(zone, nowMs);
  const untilDay = today + horizonOf(time.offer);
  const starts = startsBetween(time, { nowMs, fromDay: today, untilDay });
  const holds = time.busy.flatMap(({ holdMs }) => (holdMs !== null && holdMs > nowMs ? [holdMs] : []));
  return { ...packed(zone, starts), untilDay, validUntilMs: Math.min(Number.POSITIVE_INFINITY, ...holds) };
}

/** The starts as they are at `nowMs`: the same, with the days added that came into the horizon, or all worked out anew. */
export function renewedStarts(time: OfferedTime, known: OfferedStarts, nowMs: number): OfferedStarts {
  if (nowMs >= known.validUntilMs) return offeredStarts(time, nowMs);
  const zone = time.working.timezone;
  const untilDay = localDayOf(zone, nowMs) + horizonOf(time.offer);
  if (untilDay <= known.untilDay) return known;
  if (untilDay - known.untilDay > 7) return offeredStarts(time, nowMs);
  const added = packed(zone, startsBetween(time, { nowMs, fromDay: known.untilDay + 1, untilDay }));
  const minutes = new Int32Array(known.minutes.length + added.minutes.length);
  minutes.set(known.minutes);
  minutes.set(added.minutes, known.minutes.length);
  const weekMinutes = new Uint16Array(minutes.length);
  weekMinutes.set(known.weekMinutes);
  weekMinutes.set(added.weekMinutes, known.weekMinutes.length);
  return { minutes, weekMinutes, untilDay, validUntilMs: known.validUntilMs };
}

function horizonOf({ horizonDays }: Offer): number {
  return horizonDays > 0 ? horizonDays : defaultHorizonDays;
}

type Days = { nowMs: number; fromDay: LocalDay; untilDay: LocalDay };

function startsBetween(time: OfferedTime, { nowMs, fromDay, untilDay }: Days): Span[] {
  const zone = time.working.timezone;
  const busy = time.busy.filter(({ holdMs }) => holdMs === null || holdMs > nowMs);
  const fromMs = instantOf(zone, fromDay, 0);
  const question: SlotQuestion = {
    offer: { ...time.offer, minNoticeMinutes: 0 },
    working: time.working,
    taken: { timeOff: time.timeOff, busy, closedDates: time.closedDates },
    // Midnight instead of now: a memory of today's starts must not depend on the hour at which it was made.
    nowMs: Math.min(nowMs, instantOf(zone, localDayOf(zone, nowMs), 0)),
    fromMs,
    toMs: instantOf(zone, untilDay + 1, 0),
    durationMinutes: time.durationMinutes,
  };
  return listSlots(question);
}

function packed(zone: string, starts: readonly Span[]): Pick<OfferedStarts, 'minutes' | 'weekMinutes'> {
  const minutes = new Int32Array(starts.length);
  const weekMinutes = new Uint16Array(starts.length);
  let day = { startMs: 0, endMs: 0, weekMinute: 0, isUniform: true };
  for (const [index, { startMs }] of starts.entries()) {
    if (startMs >= day.endMs) day = localDay(zone, startMs);
    minutes[index] = startMs / minuteMs;
    const minute = day.isUniform ? (startMs - day.startMs) / minuteMs : localMinuteOf(zone, startMs);
    weekMinutes[index] = day.weekMinute + minute;
  }
  return { minutes, weekMinutes };
}

function localDay(zone: string, instantMs: number) {
  const day = localDayOf(zone, instantMs);
  const [startMs, endMs] = [instantOf(zone, day, 0), instantOf(zone, day + 1, 0)];
  return {
    startMs,
    endMs,
    weekMinute: weekdayOf(day) * dayMinutes,
    isUniform: endMs - startMs === dayMinutes * minuteMs,
  };
}

/** When lessons are wanted: instants in epoch milliseconds, and hours of local days. */
export type WantedTime = {
  fromMs: number;
  toMs: number;
  weekday: number | null;
  afterMinute: number;
  beforeMinute: number;
};

/** How many starts are wanted from when on, and which of them by their minute of the local week from Sunday. */
export type StartsAsked = {
  notBeforeMs: number;
  limit: number;
  fits?: (weekMinute: number) => boolean;
  /** Whether who asks can come then, by the instant; left out, anybody can. */
  canCome?: CanCome;
};

/** Whether a learner can come at an instant (epoch milliseconds). */
export type CanCome = ((startMs: number) => boolean) | undefined;

const everyStart = () => true;

/** The first starts within the wanted time and not before an instant, `limit` at most, in epoch milliseconds. */
export function startsWithin(
  { minutes, weekMinutes }: OfferedStarts,
  wanted: WantedTime,
  { notBeforeMs, limit, fits = everyStart, canCome = everyStart }: StartsAsked,
): number[] {
  const found: number[] = [];
  const to = wanted.toMs / minuteMs;
  const from = Math.max(wanted.fromMs, notBeforeMs) / minuteMs;
  const isAnyHour = wanted.weekday === null && wanted.afterMinute === 0 && wanted.beforeMinute === dayMinutes;
  let index = firstFrom(minutes, from, 0);
  while (index < minutes.length && found.length < limit) {
    const minute = minutes[index] ?? 0;
    if (minute >= to) break;
    const weekMinute = weekMinutes[index] ?? 0;
    index++;
    if (isAnyHour || isWantedHour(weekMinute, wanted)) {
      if (fits(weekMinute) && canCome(minute * minuteMs)) found.push(minute * minuteMs);
    } else index = firstFrom(minutes, minute + minutesToSkip(weekMinute, wanted), index);
  }
  return found;
}

/** No change of the clocks is more than this. */
const clockChangeMinutes = 180;

/**
 * How far ahead nothing can be wanted: until the weekday's hours begin again, less what a change of the clocks can take. Right after those hours they may
 * come a second time, as clocks go back.
 */
function minutesToSkip(weekMinute: number, { weekday, afterMinute, beforeMinute }: WantedTime): number {
  if (weekday === null) return 0;
  const from = (minute: number) => (weekMinute - weekday * dayMinutes - minute + weekMinutesAll) % weekMinutesAll;
  if (from(beforeMinute) < clockChangeMinutes) return 0;
  return Math.max(0, weekMinutesAll - from(afterMinute) - clockChangeMinutes);
}

/** Hours of one weekday are one span of the week; hours of any day are compared within the day. */
function isWantedHour(weekMinute: number, { weekday, afterMinute, beforeMinute }: WantedTime): boolean {
  const minute = weekday === null ? weekMinute % dayMinutes : weekMinute - weekday * dayMinutes;
  return minute >= afterMinute && minute < beforeMinute;
}

/** The index of the first start at or after a minute, from an index on. */
function firstFrom(minutes: Int32Array, minute: number, fromIndex: number): number {
  // Most steps go to the very next start.
  if ((minutes[fromIndex] ?? minute) >= minute) return fromIndex;
  let low = fromIndex;
  let high = minutes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((minutes[middle] ?? 0) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}
