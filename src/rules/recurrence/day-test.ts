import { civilDateOf, dayOf, daysIn } from '../time/civil-date.ts';
import { type LocalDay, weekdayOf } from '../time/local-time.ts';
import type { NamedWeekday, Rule } from './read-rule.ts';

type DayTest = (day: LocalDay) => boolean;

/** Whether a day is one of a rule that began on `startDay`: all of its parts must agree. What the rule does not say of the day is as at its start. */
export function dayTest(rule: Rule, startDay: LocalDay): DayTest {
  const { months, monthDays, weekdays, weekNumbers, yearDays } = withDayOfStart(rule, startDay);
  const tests: DayTest[] = [];
  if (months.length > 0) tests.push((day) => months.includes(civilDateOf(day).month));
  if (weekdays.length > 0) tests.push((day) => weekdays.some((named) => isNamed(named, day, rule)));
  if (monthDays.length > 0) tests.push((day) => isOfMonth(monthDays, day));
  if (yearDays.length > 0) tests.push((day) => isOfYear(yearDays, day));
  if (weekNumbers.length > 0) tests.push((day) => isOfWeek(weekNumbers, day, rule.weekStart));
  return (day) => tests.every((isDay) => isDay(day));
}

function withDayOfStart(rule: Rule, startDay: LocalDay): Rule {
  const { frequency, weekdays, monthDays, weekNumbers, yearDays } = rule;
  if ([weekdays, monthDays, weekNumbers, yearDays].some((list) => list.length > 0)) return rule;
  const { month, date } = civilDateOf(startDay);
  if (frequency === 'WEEKLY') return { ...rule, weekdays: [{ nth: 0, weekday: weekdayOf(startDay) }] };
  if (frequency === 'MONTHLY') return { ...rule, monthDays: [date] };
  if (frequency !== 'YEARLY') return rule;
  return { ...rule, monthDays: [date], months: rule.months.length > 0 ? rule.months : [month] };
}

// The n-th counts in the month, or in the year where the rule repeats by years and names no month; elsewhere it says nothing.
function isNamed({ nth, weekday }: NamedWeekday, day: LocalDay, { frequency, months }: Rule): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === 0 || !(frequency === 'YEARLY' || frequency === 'MONTHLY')) return true;
  const { year, month, date } = civilDateOf(day);
  const isInYear = frequency === 'YEARLY' && months.length === 0;
  const place = isInYear ? day - dayOf({ year, month: 1, date: 1 }) : date - 1;
  const length = isInYear ? yearLength(year) : daysIn(year, month);
  return nth > 0 ? Math.floor(place / 7) + 1 === nth : -Math.floor((length - 1 - place) / 7) - 1 === nth;
}

function isOfMonth(monthDays: readonly number[], day: LocalDay): boolean {
  const { year, month, date } = civilDateOf(day);
  return monthDays.includes(date) || monthDays.includes(date - 1 - daysIn(year, month));
}

function isOfYear(yearDays: readonly number[], day: LocalDay): boolean {
  const { year } = civilDateOf(day);
  const place = day - dayOf({ year, month: 1, date: 1 });
  return yearDays.includes(place + 1) || yearDays.includes(place - yearLength(year));
}

// A week belongs to the year that most of its days are in.
function isOfWeek(weekNumbers: readonly number[], day: LocalDay, weekStart: number): boolean {
  const first = day - ((weekdayOf(day) - weekStart + 7) % 7);
  const { year } = civilDateOf(first + 3);
  const number = (first - firstWeek(year, weekStart)) / 7 + 1;
  const weeks = (firstWeek(year + 1, weekStart) - firstWeek(year, weekStart)) / 7;
  return weekNumbers.includes(number) || weekNumbers.includes(number - weeks - 1);
}

/** The first day of a year's first week: the one with the fourth of January in it. */
function firstWeek(year: number, weekStart: number): LocalDay {
  const fourth = dayOf({ year, month: 1, date: 4 });
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7);
}

function yearLength(year: number): number {
  return daysIn(year, 2) === 29 ? 366 : 365;
}
