import type { Engine } from '#engine/engine.ts';
import { areaOfPostalCode } from '#rules/places/nearest-area.ts';
import { findPlanningArea } from '#rules/places/planning-areas.ts';
import { hourMs } from '#rules/time/durations.ts';
import { dateText, localDayOf, localMinuteOf } from '#rules/time/local-time.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { InstructorSearch } from './parse-search.ts';
import { addSearchSums, dropSearchSums, type SearchSum } from './search-sums.store.ts';

/** A span up to so long is about certain hours; a longer one is about days. */
const longestHoursMs = 12 * hourMs;

export type SearchCounter = {
  note: (search: InstructorSearch, found: { matches: number; nowMs: number; postalCode: string | undefined }) => void;
  flush: () => Promise<void>;
};

const counters = new WeakMap<Engine, SearchCounter>();

/** The one counter of a running product: the search notes, a sweeper writes down. */
export function searchCounterOf(engine: Engine): SearchCounter {
  const counter = counters.get(engine) ?? createSearchCounter(engine);
  counters.set(engine, counter);
  return counter;
}

/**
 * Counts searches by place and hour, and those that found nobody. Added up in memory and written every few seconds, so that a search makes no
 * write; what a crash loses are those seconds. A search by name, a further page, and one that asks for no place and no time are about something else.
 */
function createSearchCounter({ db }: Engine): SearchCounter {
  let sums = new Map<string, SearchSum>();
  return {
    note(search, { matches, nowMs, postalCode }) {
      if (search.words.length > 0 || search.page > 1) return;
      const area = placeOf(search, postalCode);
      const hours = hoursOf(search);
      if (area === '' && !asksForTime(search)) return;
      const day = dateText(localDayOf(platformZone, nowMs));
      const key = `${day} ${area} ${hours.join(' ')}`;
      const sum = sums.get(key) ?? { day, area, fromHour: hours[0], toHour: hours[1], searches: 0, empty: 0 };
      sum.searches += 1;
      sum.empty += matches === 0 ? 1 : 0;
      sums.set(key, sum);
    },
    async flush() {
      if (sums.size === 0) return;
      const taken = sums;
      sums = new Map();
      await addSearchSums(db, [...taken.values()]);
    },
  };
}

/** Forgets the sums of the days before an instant. */
export function forgetSearches({ db }: Engine, beforeMs: number): Promise<void> {
  return dropSearchSums(db, beforeMs);
}

// Only names of planning areas: what else strangers write there could be anything, a person's name included.
function placeOf({ area }: InstructorSearch, postalCode: string | undefined): string {
  if (area !== undefined) return findPlanningArea(area)?.name ?? '';
  return postalCode === undefined ? '' : (areaOfPostalCode(postalCode)?.name ?? '');
}

function asksForTime({ fromMs, toMs, weekday, afterMinute, beforeMinute }: InstructorSearch): boolean {
  return [fromMs, toMs, weekday, afterMinute, beforeMinute].some((value) => value !== undefined);
}

/** The whole hours of the day that a search is about, the last not included; all 24 where it doesn't say. */
export function hoursOf(
  search: Pick<InstructorSearch, 'fromMs' | 'toMs' | 'afterMinute' | 'beforeMinute'>,
): [fromHour: number, toHour: number] {
  const { fromMs, toMs, afterMinute, beforeMinute } = search;
  if (afterMinute !== undefined || beforeMinute !== undefined) {
    return [Math.floor((afterMinute ?? 0) / 60), Math.ceil((beforeMinute ?? 1440) / 60)];
  }
  if (fromMs === undefined || toMs === undefined || toMs - fromMs > longestHoursMs) return [0, 24];
  const from = Math.floor(localMinuteOf(platformZone, fromMs) / 60);
  // Until midnight at most: the rest is another day's.
  return [from, Math.min(24, from + Math.max(1, Math.ceil((toMs - fromMs) / hourMs)))];
}
