import * as texts from '#texts/search.ts';
import type { Facets } from '#wire/search.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import { weekdayName } from '../../platform/ui/format-time.ts';
import { activeFilters, timeValue } from './active-filters.ts';
import type { SearchQuery } from './search-query.ts';
import { dayChoicesAt, rangeOfDay, timeChoices } from './when-options.ts';

export type FilterOption = { value: string; label: string };

type Counts = Record<string, number> | undefined;

/** The options of a filter that find somebody, with their counts, after one that stands for no choice. The chosen one stays. */
export function facetOptions(
  noChoice: string,
  counts: Counts,
  chosen: string | undefined,
  names: Record<string, string> = {},
): FilterOption[] {
  const found = Object.entries(counts ?? {}).filter(([value, count]) => count > 0 || value === chosen);
  if (chosen && !found.some(([value]) => value === chosen)) found.push([chosen, 0]);
  const options = found
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([value, count]) => ({ value, label: withCount(names[value] ?? value, count) }));
  return [{ value: '', label: noChoice }, ...options];
}

function withCount(label: string, count: number): string {
  return count < 0 ? label : texts.labelWithCount({ label, count });
}

/** Upper limits of the price of an hour. Limits that leave nobody are left out. */
export function priceOptions(counts: Counts, chosen: string | undefined): FilterOption[] {
  const limits = Object.entries(counts ?? {})
    .map(([limit, count]) => ({ limit: Number(limit), count }))
    .filter(({ limit, count }) => limit > 0 && count > 0);
  if (chosen && !limits.some(({ limit }) => limit === Number(chosen)))
    limits.push({ limit: Number(chosen), count: -1 });
  const options = limits
    .sort((one, other) => one.limit - other.limit)
    // A higher limit that finds nobody more is no choice.
    .filter(({ limit, count }, index, all) => count !== all[index - 1]?.count || String(limit) === chosen)
    .map(({ limit, count }) => ({
      value: String(limit),
      label: withCount(texts.upToLimitAnHour({ limit: formatMoney(limit) }), count),
    }));
  return [{ value: '', label: texts.everyPrice }, ...options];
}

/** Lower limits of the rating. */
export function ratingOptions(counts: Counts, chosen: string | undefined): FilterOption[] {
  const limits = ['4', '4.5', '4.8'];
  if (chosen && !limits.includes(chosen)) limits.push(chosen);
  return [
    { value: '', label: texts.everyRating },
    ...limits.map((value) => ({
      value,
      label: withCount(texts.ratingOrMore({ rating: value }), counts?.[value] ?? 0),
    })),
  ];
}

/** Days in words, then weekdays; a range that no word describes stays as it came. */
export function dayOptions(query: SearchQuery, now: Date, facets: Facets): { options: FilterOption[]; chosen: string } {
  const weekdays = [1, 2, 3, 4, 5, 6, 0].map((day) => ({
    value: String(day),
    label: withCount(texts.anyWeekday({ weekday: weekdayName(day) }), facets.weekday?.[String(day)] ?? -1),
  }));
  const words = dayChoicesAt(now).map(({ value, label }) => ({
    value,
    label: withCount(label, facets.day?.[value] ?? -1),
  }));
  const options: FilterOption[] = [{ value: '', label: texts.everyDay }, ...words, ...weekdays];
  if (query.weekday) return { options, chosen: query.weekday };
  if (!query.from && !query.to) return { options, chosen: '' };
  const choice = dayChoicesAt(now).find(({ value }) => {
    const range = rangeOfDay(value, now);
    return range?.from === query.from && range?.to === query.to;
  });
  if (choice) return { options, chosen: choice.value };
  const value = `${query.from ?? ''}/${query.to ?? ''}`;
  const label = activeFilters({ ...query }, now).find(({ key }) => key.startsWith('from'))?.label ?? texts.chosenDays;
  return { options: [...options, { value, label }], chosen: value };
}

/** Parts of the day in words; a range that no word describes stays as it came. */
export function timeOptions(query: SearchQuery, counts: Counts): { options: FilterOption[]; chosen: string } {
  const options: FilterOption[] = [
    { value: '', label: texts.anyTime },
    ...timeChoices.map(({ value, label }) => ({ value, label: withCount(label, counts?.[value] ?? -1) })),
  ];
  const asked = timeValue(query);
  if (asked === '-') return { options, chosen: '' };
  const choice = timeChoices.find((each) => timeValue(each) === asked);
  if (choice) return { options, chosen: choice.value };
  return { options: [...options, { value: asked, label: texts.chosenHours }], chosen: asked };
}
