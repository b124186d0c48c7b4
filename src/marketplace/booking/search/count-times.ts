import { instantOf, localDayOf, localMinuteOf, weekdayOf } from '#rules/time/local-time.ts';
import { type DayName, dayNames, daysNamed, partsOfDay } from '#rules/time/named-days.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import type { StartsWanted } from './find-instructors.ts';
import { type OfferedStarts, startsWithin, type WantedTime } from './offered-starts.ts';

/** How many results each wish for a day or a time of day would leave, the other filters staying as they are. */
export type TimeFacets = Record<'day' | 'weekday' | 'time', Record<string, number>>;

export type TimeCounts = {
  facets: Partial<TimeFacets>;
  /** Counts an instructor, where it fits all but perhaps the wanted time. */
  count: (offered: OfferedStarts, asked: StartsWanted, isFitting: boolean) => void;
};

type Choice = { facet: keyof TimeFacets; option: string; change: Partial<WantedTime> };

const always = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };

/** Counts beside the days and times that a search offers in words, seen at `nowMs` in Singapore; nothing unless wanted: it takes some looks at each diary. */
export function createTimeCounts(isWanted: boolean, nowMs: number): TimeCounts {
  if (!isWanted) return { facets: {}, count: () => undefined };
  const choices = timeChoices(nowMs);
  const facets: TimeFacets = { day: {}, weekday: {}, time: {} };
  for (const { facet, option } of choices) facets[facet][option] = 0;
  return {
    facets,
    count(offered, { time, notBeforeMs, fits, canCome }, isFitting) {
      if (!isFitting) return;
      for (const { facet, option, change } of choices) {
        const [first] = startsWithin(offered, { ...time, ...change }, { notBeforeMs, limit: 1, fits, canCome });
        if (first !== undefined) facets[facet][option] = (facets[facet][option] ?? 0) + 1;
      }
    },
  };
}

function timeChoices(nowMs: number): Choice[] {
  const today = localDayOf(platformZone, nowMs);
  const now = { weekday: weekdayOf(today), minute: localMinuteOf(platformZone, nowMs) };
  const spanOf = (name: DayName) => {
    const { inDays, count } = daysNamed(name, now);
    return {
      fromMs: instantOf(platformZone, today + inDays, 0),
      toMs: instantOf(platformZone, today + inDays + count, 0),
    };
  };
  return [
    ...dayNames.map((name) => ({
      facet: 'day' as const,
      option: name,
      change: { ...spanOf(name), weekday: null },
    })),
    ...[0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
      facet: 'weekday' as const,
      option: String(weekday),
      change: { ...always, weekday },
    })),
    ...Object.entries(partsOfDay).map(([name, change]) => ({ facet: 'time' as const, option: name, change })),
  ];
}
