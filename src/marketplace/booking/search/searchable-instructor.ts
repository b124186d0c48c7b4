import type { LearnerBounds } from '#rules/availability/learner-times.ts';
import { listSlots } from '#rules/availability/list-slots.ts';
import type { Span } from '#rules/availability/spans.ts';
import { quoteLesson, totalCents } from '#rules/lessons/quote-lesson.ts';
import type { Point } from '#rules/places/distance-km.ts';
import { findPlanningArea } from '#rules/places/planning-areas.ts';
import { findPostalSector } from '#rules/places/postal-sectors.ts';
import type { FacetTable } from './facet-table.ts';
import { hourlyPricesOf } from './hourly-prices.ts';
import { type OfferedStarts, type OfferedTime, offeredStarts, renewedStarts } from './offered-starts.ts';
import type { OfferRow } from './search.store.ts';

/** A listed instructor in memory: the row, what is searched in it, and the starts once they were asked for. */
export type SearchableInstructor = {
  row: OfferRow;
  /** Name, bio and areas without case and accents. */
  words: string;
  /** Where the instructor sets out from: the home sector, else the first area. */
  place: Point | undefined;
  durationMinutes: number;
  /** By what one learner is bound. Without the drive: where they want to be picked up is not known here. */
  bounds: LearnerBounds;
  /** The numbers of the options in filters with counts (facet-table.ts), when an hour costs so much. */
  optionsAt: (hourlyCents: number) => ReadonlyArray<readonly number[]>;
  /** The starts of the shortest lesson as they are at `nowMs`. */
  startsAt: (nowMs: number) => OfferedStarts;
  /** The free times of any length on offer, sorted; none for another length. */
  slotsWithin: (question: SlotSpan) => Span[];
};

/** Starts with `fromMs ≤ start < toMs`, in epoch milliseconds, of lessons of so many minutes. */
type SlotSpan = { fromMs: number; toMs: number; nowMs: number; durationMinutes: number };

/** Prepares a row for searching. */
export function searchableInstructor(
  row: OfferRow,
  closedDates: readonly string[],
  facetTable: FacetTable,
): SearchableInstructor {
  // An offer without lengths can't be booked: it has no starts, and the usual hour only stands for its price.
  const isBookable = row.lessonMinutes.length > 0;
  const durationMinutes = isBookable ? Math.min(...row.lessonMinutes) : 60;
  const time = offeredTime(isBookable ? row : { ...row, rules: [], overrides: [] }, closedDates, durationMinutes);
  let starts: OfferedStarts | undefined;
  // All at once: whoever counts asks the table for its size first.
  const options = new Map(hourlyPricesOf(row).map((cents) => [cents, facetTable.optionsOf(row, cents)]));
  return {
    row,
    words: plainText([row.name, row.bio, ...row.areas].join(' ')),
    place: findPostalSector(row.postalSector) ?? findPlanningArea(row.areas[0] ?? ''),
    durationMinutes,
    bounds: { instructor: row.id, timezone: row.timezone, maxPerLearnerPerWeek: row.maxPerLearnerPerWeek },
    optionsAt: (hourlyCents) => options.get(hourlyCents) ?? [],
    startsAt(nowMs) {
      starts = starts ? renewedStarts(time, starts, nowMs) : offeredStarts(time, nowMs);
      return starts;
    },
    slotsWithin(question) {
      if (!row.lessonMinutes.includes(question.durationMinutes)) return [];
      const { offer, working, timeOff, closedDates } = time;
      const busy = time.busy.filter(({ holdMs }) => holdMs === null || holdMs > question.nowMs);
      return listSlots({ offer, working, taken: { timeOff, busy, closedDates }, ...question });
    },
  };
}

function offeredTime(row: OfferRow, closedDates: readonly string[], durationMinutes: number): OfferedTime {
  return {
    offer: row,
    working: {
      timezone: row.timezone,
      rules: (row.rules ?? []).map(([weekday, startMinute, endMinute]) => ({ weekday, startMinute, endMinute })),
      overrides: row.overrides ?? [],
    },
    timeOff: (row.timeOff ?? []).map(([startMs, endMs]) => ({ startMs, endMs })),
    busy: (row.busy ?? []).map(([startMs, endMs, holdMs, isGuests]) => ({ startMs, endMs, holdMs, isGuests })),
    closedDates,
    durationMinutes,
  };
}

/** The price in cents of a lesson of that length at a start, surcharges included. */
export function priceAt(row: OfferRow, startMs: number, durationMinutes: number): number {
  return totalCents(quoteLesson(row, startMs, durationMinutes));
}

/** Lower case without accents, so that `Cafe` finds `Café`. */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
