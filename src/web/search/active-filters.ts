import { formatMoney } from '../ui/format-money.ts';
import { formatDay } from '../ui/format-time.ts';
import type { SearchQuery } from './search-query.ts';
import { dayChoices, rangeOfDay, timeChoices } from './when-options.ts';

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

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
  if (query.licenceClass) add(['licenceClass'], `Class ${query.licenceClass}`, 'any licence class');
  if (query.area) add(['area'], query.area, 'any area');
  if (query.from || query.to || query.weekday) add(['from', 'to', 'weekday'], dayLabel(query, now), 'any day');
  if (query.afterMinute || query.beforeMinute)
    add(['afterMinute', 'beforeMinute'], timeLabel(query), 'any time of day');
  if (query.testCentre) add(['testCentre'], query.testCentre, 'any test centre');
  if (query.language) add(['language'], query.language, 'any language');
  if (query.maxHourlyCents) {
    add(['maxHourlyCents'], `Up to ${formatMoney(Number(query.maxHourlyCents))}`, 'any price');
  }
  if (query.minRating) add(['minRating'], `Rated ${query.minRating} or more`, 'any rating');
  if (query.q) add(['q'], `“${query.q}”`, 'any name');
  return found;
}

function dayLabel({ from, to, weekday }: SearchQuery, now: Date): string {
  if (weekday) return weekdayNames[Number(weekday)] ?? 'Weekday';
  const choice = dayChoices.find(({ value }) => {
    const range = rangeOfDay(value, now);
    return range?.from === from && range?.to === to;
  });
  if (choice) return choice.label;
  const isDate = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text));
  const last = isDate(to) ? new Date(Date.parse(to) - 1) : undefined;
  if (isDate(from) && last)
    return formatDay(from) === formatDay(last) ? formatDay(from) : `${formatDay(from)} to ${formatDay(last)}`;
  if (isDate(from)) return `From ${formatDay(from)}`;
  return last ? `Until ${formatDay(last)}` : 'Chosen days';
}

function timeLabel({ afterMinute, beforeMinute }: SearchQuery): string {
  const choice = timeChoices.find((each) => timeValue(each) === timeValue({ afterMinute, beforeMinute }));
  if (choice) return choice.label.split(',')[0] ?? choice.label;
  if (afterMinute && beforeMinute) return `${clock(afterMinute)} to ${clock(beforeMinute)}`;
  return afterMinute ? `From ${clock(afterMinute)}` : `Before ${clock(beforeMinute ?? '0')}`;
}

/** Minutes of a day as `after-before`, the form in which a select keeps them. */
export function timeValue(range: { afterMinute?: string | undefined; beforeMinute?: string | undefined }): string {
  return `${range.afterMinute ?? ''}-${range.beforeMinute ?? ''}`;
}

function clock(minutes: string): string {
  const total = Number(minutes);
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
