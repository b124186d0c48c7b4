import type { Point } from '../places/distance-km.ts';
import { driveMinutes } from '../places/drive-minutes.ts';
import { dayMs, minuteMs } from '../time/durations.ts';
import { instantOf, type LocalDay, localDayOf, mondayOf, parseDate } from '../time/local-time.ts';
import { listWindows, type WorkingTime } from './list-windows.ts';
import { mergeSpans, type Span } from './spans.ts';

/** What an instructor offers (docs/api.md). Caps of 0 mean none; a step of 0 is the lesson's length; a horizon of 0 is 56 days. */
export type Offer = {
  slotStepMinutes: number;
  minNoticeMinutes: number;
  horizonDays: number;
  gapMinutes: number;
  /** Between two lessons there is time for the drive from one pick-up to the other, where it takes longer than the gap. */
  considersTravel?: boolean;
  maxLessonsPerDay: number;
  maxLessonsPerWeek: number;
  worksHolidays: boolean;
  /** `YYYY-MM-DD`; empty sets no limit. */
  licenceExpiresOn: string;
  retiresOn: string;
};

/** An occupying lesson, and where its learner is picked up if that is known; what a guest holds is no lesson that a cap counts. */
export type Busy = Span & { isGuests?: boolean; pickup?: Point | undefined };

/** What takes time away: `busy` are occupying lessons, of whole local weeks where a cap counts them. */
export type Taken = { timeOff: readonly Span[]; busy: readonly Busy[]; closedDates: readonly string[] };

export type SlotQuestion = {
  offer: Offer;
  working: WorkingTime;
  taken: Taken;
  nowMs: number;
  /** Starts with `fromMs ≤ start < toMs`. */
  fromMs: number;
  toMs: number;
  durationMinutes: number;
  /** Where the learner wants to be picked up; without it no drive is known. */
  pickup?: Point | undefined;
  /** Stop after so many starts. */
  limit?: number;
};

/** How often lessons may start, in minutes, of who begins to teach and says nothing (booking model, section 8). */
export const usualStepMinutes = 30;

/** The horizon in days when none is set. */
export const defaultHorizonDays = 56;

/**
 * Every start that may be booked, sorted (booking model, section 8): on the grid of its merged window, the whole lesson inside it, after
 * the notice, within the horizon, clear of lessons with the gap or the drive around them, of time off and closed holidays, and below the caps.
 */
export function listSlots(question: SlotQuestion): Span[] {
  const { working, offer, durationMinutes } = question;
  const durationMs = durationMinutes * minuteMs;
  const zone = working.timezone;
  const fromMs = Math.max(question.fromMs, question.nowMs + offer.minNoticeMinutes * minuteMs);
  const lastDay = Math.min(lastBookableDay(question), localDayOf(zone, question.toMs));
  const toMs = Math.min(question.toMs, instantOf(zone, lastDay + 1, 0));
  if (fromMs >= toMs) return [];
  // Two days around show whether a window is longer than a day; four after hold the longest lesson.
  const windows = listWindows(working, localDayOf(zone, fromMs) - 2, localDayOf(zone, toMs) + 4);
  const grid = { zone, stepMs: stepMsOf(offer, durationMs), fromMs, toMs, durationMs };
  const isFree = freeCheck(blockedSpans(question));
  const isAllowed = capCheck(question);
  const slots: Span[] = [];
  for (const startMs of startsOf(windows, grid)) {
    const endMs = startMs + durationMs;
    if (!isFree(startMs, endMs) || !isAllowed(startMs)) continue;
    slots.push({ startMs, endMs });
    if (slots.length === question.limit) break;
  }
  return slots;
}

function* startsOf(windows: readonly Span[], grid: Grid): Generator<number> {
  for (const window of windows) {
    if (window.startMs >= grid.toMs) return;
    yield* gridOf(window, grid);
  }
}

// Starts come in order, so the first obstacle that is not over yet only moves forward.
function freeCheck(blocked: readonly Span[]): (startMs: number, endMs: number) => boolean {
  let next = 0;
  return (startMs, endMs) => {
    while (next < blocked.length && (blocked[next]?.endMs ?? 0) <= startMs) next++;
    const obstacle = blocked[next];
    return !obstacle || obstacle.startMs >= endMs;
  };
}

function stepMsOf(offer: Offer, durationMs: number): number {
  return offer.slotStepMinutes > 0 ? offer.slotStepMinutes * minuteMs : durationMs;
}

/** The last local date on which a lesson may start, by horizon, licence and retirement. */
function lastBookableDay({ offer, working, nowMs }: SlotQuestion): LocalDay {
  const horizon = offer.horizonDays > 0 ? offer.horizonDays : defaultHorizonDays;
  const limits = [offer.licenceExpiresOn, offer.retiresOn].map((date) => parseDate(date) ?? Number.POSITIVE_INFINITY);
  return Math.min(localDayOf(working.timezone, nowMs) + horizon, ...limits);
}

type Grid = { zone: string; stepMs: number; fromMs: number; toMs: number; durationMs: number };

// The grid hangs on the window's start and never on other lessons or the viewer's zone; a window longer than a day starts it again at
// each local midnight.
function* gridOf(window: Span, grid: Grid): Generator<number> {
  const lastStart = Math.min(window.endMs - grid.durationMs, grid.toMs - 1);
  let anchor = window.startMs;
  if (window.endMs - window.startMs <= dayMs) {
    yield* startsFrom(anchor, lastStart, grid);
    return;
  }
  while (anchor <= lastStart) {
    const midnight = nextMidnight(grid.zone, anchor);
    yield* startsFrom(anchor, Math.min(lastStart, midnight - 1), grid);
    anchor = midnight;
  }
}

function nextMidnight(zone: string, instantMs: number): number {
  return instantOf(zone, localDayOf(zone, instantMs) + 1, 0);
}

function* startsFrom(anchor: number, lastStart: number, { stepMs, fromMs }: Grid): Generator<number> {
  const skipped = Math.max(0, Math.ceil((fromMs - anchor) / stepMs));
  for (let startMs = anchor + skipped * stepMs; startMs <= lastStart; startMs += stepMs) yield startMs;
}

function blockedSpans({ offer, working, taken, pickup }: SlotQuestion): Span[] {
  const lessons = taken.busy.map((lesson) => {
    const drive = (offer.considersTravel && driveMinutes(lesson.pickup, pickup)) || 0;
    const apartMs = Math.max(offer.gapMinutes, drive) * minuteMs;
    return { startMs: lesson.startMs - apartMs, endMs: lesson.endMs + apartMs };
  });
  return mergeSpans([
    ...lessons,
    ...taken.timeOff,
    ...(offer.worksHolidays ? [] : closedSpans(working.timezone, taken)),
  ]);
}

function closedSpans(zone: string, { closedDates }: Taken): Span[] {
  return closedDates.flatMap((date) => {
    const day = parseDate(date);
    return day === undefined ? [] : [{ startMs: instantOf(zone, day, 0), endMs: instantOf(zone, day + 1, 0) }];
  });
}

function capCheck({ offer, working, taken }: SlotQuestion): (startMs: number) => boolean {
  const { maxLessonsPerDay, maxLessonsPerWeek } = offer;
  if (maxLessonsPerDay === 0 && maxLessonsPerWeek === 0) return () => true;
  const perDay = new Map<LocalDay, number>();
  const perWeek = new Map<LocalDay, number>();
  for (const { startMs, isGuests } of taken.busy) {
    if (isGuests) continue;
    const day = localDayOf(working.timezone, startMs);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
    perWeek.set(mondayOf(day), (perWeek.get(mondayOf(day)) ?? 0) + 1);
  }
  const dayOf = dayInOrder(working.timezone);
  return (startMs) => {
    const day = dayOf(startMs);
    if (maxLessonsPerDay > 0 && (perDay.get(day) ?? 0) >= maxLessonsPerDay) return false;
    return maxLessonsPerWeek === 0 || (perWeek.get(mondayOf(day)) ?? 0) < maxLessonsPerWeek;
  };
}

// Starts come in order, and to look a day up costs more than all the rest that is asked of a start: it is done once a day.
function dayInOrder(zone: string): (startMs: number) => LocalDay {
  let known: { day: LocalDay; fromMs: number; toMs: number } | undefined;
  return (startMs) => {
    if (!known || startMs < known.fromMs || startMs >= known.toMs) {
      const day = localDayOf(zone, startMs);
      known = { day, fromMs: startMs, toMs: instantOf(zone, day + 1, 0) };
    }
    return known.day;
  };
}
