import { addDays } from '../../platform/ui/add-days.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day that somebody typed, as `YYYY-MM-DD`: `2026-12-05`, `5/12`, `5.12.2026`, `5 Dec`, `Sat 5 December 2026`, `today`, `tomorrow`,
 * `yesterday`. Without a year the one nearest to `today` (`YYYY-MM-DD`). Undefined for anything else and for days that no month has.
 */
export function parseDay(typed: string, today: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const steps = { yesterday: -1, today: 0, tomorrow: 1 }[text];
  if (steps !== undefined) return addDays(today, steps);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}))?$/.exec(text);
  if (figures) return nearest(today, Number(figures[1]), Number(figures[2]), figures[3]);
  const words = /^(?:[a-z]{3,9},? )?(\d{1,2}) ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(text);
  const month = words ? months.indexOf((words[2] ?? '').slice(0, 3)) + 1 : 0;
  return words && month > 0 ? nearest(today, Number(words[1]), month, words[3]) : undefined;
}

function nearest(today: string, day: number, month: number, year: string | undefined): string | undefined {
  if (year !== undefined) return dateOf(Number(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const away = (date: string) => Math.abs(Date.parse(date) - Date.parse(today));
  return [thisYear, thisYear - 1, thisYear + 1]
    .flatMap((each) => dateOf(each, month, day) ?? [])
    .sort((one, other) => away(one) - away(other))[0];
}

function dateOf(year: number, month: number, day: number): string | undefined {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const instant = Date.parse(date);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date) ? date : undefined;
}
