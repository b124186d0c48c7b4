import * as texts from '#texts/search.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { formatDay, weekdayName } from '../../platform/ui/format-time.ts';
import type { SearchQuery } from './search-query.ts';
import { dayChoicesAt, rangeOfDay, timeChoices } from './when-options.ts';

/** One filter in force: how it reads, what leaving it out is called, and the search without it. */
export type ActiveFilter = { key: string; label: string; withoutLabel: string; without: SearchQuery };

/** The filters in force, in the order of the form. Day and time of day each count as one. */
export function activeFilters(query: SearchQuery, now: Date): ActiveFilter[] {
  const found: ActiveFilter[] = [];
  const add = (names: (keyof SearchQuery)[], label: string, withoutLabel: string) => {
    const without = { ...query };
    for (const name of [...names, 'page' as const]) delete without[name];
    found.push({ key: names.join(), label, withoutLabel, without });
  };
  if (query.licenceClass)
    add(['licenceClass'], texts.classLicenceClass({ licenceClass: query.licenceClass }), texts.anyLicenceClass);
  if (query.area) add(['area'], query.area, texts.anyArea);
  if (query.from || query.to || query.weekday) add(['from', 'to', 'weekday'], dayLabel(query, now), texts.anyDay);
  if (query.afterMinute || query.beforeMinute)
    add(['afterMinute', 'beforeMinute'], timeLabel(query), texts.anyTimeOfDay);
  if (query.testCentre) add(['testCentre'], query.testCentre, texts.anyTestCentre);
  if (query.language) add(['language'], query.language, texts.someLanguage);
  if (query.gender) add(['gender'], query.gender === 'woman' ? texts.womenOnly : texts.menOnly, texts.anybodyTeaching);
  if (query.maxHourlyCents) {
    add(
      ['maxHourlyCents'],
      texts.upToMaxHourly({ maxHourly: formatMoney(Number(query.maxHourlyCents)) }),
      texts.anyPrice,
    );
  }
  if (query.minRating) add(['minRating'], texts.ratedMinRatingOrMore({ minRating: query.minRating }), texts.anyRating);
  if (query.q) add(['q'], `“${query.q}”`, texts.anyName);
  return found;
}

function dayLabel({ from, to, weekday }: SearchQuery, now: Date): string {
  if (weekday) return weekdayName(Number(weekday));
  const choice = dayChoicesAt(now).find(({ value }) => {
    const range = rangeOfDay(value, now);
    return range?.from === from && range?.to === to;
  });
  if (choice) return choice.label;
  const day = (date: string) => formatDay(date, 'UTC');
  if (from && to) return from === to ? day(from) : texts.fromToLast({ from: day(from), last: day(to) });
  if (from) return texts.fromFrom({ from: day(from) });
  return to ? texts.untilLast({ last: day(to) }) : texts.chosenDays;
}

function timeLabel({ afterMinute, beforeMinute }: SearchQuery): string {
  const choice = timeChoices.find((each) => timeValue(each) === timeValue({ afterMinute, beforeMinute }));
  if (choice) return choice.label.split(',')[0] ?? choice.label;
  if (afterMinute && beforeMinute)
    return texts.afterMinuteToBeforeMinute({ afterMinute: clock(afterMinute), beforeMinute: clock(beforeMinute) });
  return afterMinute
    ? texts.fromAfterMinute({ afterMinute: clock(afterMinute) })
    : texts.beforeBeforeMinute({ beforeMinute: clock(beforeMinute ?? '0') });
}

/** Minutes of a day as `after-before`, the form in which a select keeps them. */
export function timeValue(range: { afterMinute?: string | undefined; beforeMinute?: string | undefined }): string {
  return `${range.afterMinute ?? ''}-${range.beforeMinute ?? ''}`;
}

function clock(minutes: string): string {
  const total = Number(minutes);
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
