import { civilDateOf, dayOf, daysIn } from '../time/civil-date.ts';
import { type LocalDay, weekdayOf } from '../time/local-time.ts';
import { dayTest } from './day-test.ts';
import type { Rule } from './read-rule.ts';

/** A time on a wall's clock: the local day, and the second of it. */
export type WallTime = { day: LocalDay; second: number };

export type Following = {
  /** What repeats begins here; nothing before it is a repetition. */
  start: WallTime;
  /** Repetitions before this day may be left out. */
  fromDay: LocalDay;
  /** The last day that is asked for. */
  toDay: LocalDay;
  /** Called for each step of work; throws where it becomes too much. */
  spend: () => void;
};

const secondsOfDay = 86_400;
const unitSeconds = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 } as const;

/** A stretch of the rule's frequency: its days, and the times of day in it. */
type Period = { firstDay: LocalDay; lastDay: LocalDay; seconds: readonly number[] };

/**
 * The repetitions of a rule in order, on the wall's clock, as Python's dateutil computes them (`rrule`); the start is one only if the rule names it. It ends
 * with the last day that is asked for, so a rule that never comes true ends as well. Where nothing is counted it begins near the first day that is asked for.
 */
export function* followRule(rule: Rule, following: Following): Generator<WallTime> {
  const { start, fromDay, spend } = following;
  const isDay = dayTest(rule, start.day);
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  for (const period of periodsOf(rule, following, isDay)) {
    spend();
    for (const time of timesIn(period, rule, isDay)) {
      if (isBefore(time, start)) continue;
      if (left-- <= 0) return;
      spend();
      if (time.day >= fromDay) yield time;
    }
    if (left <= 0) return;
  }
}

function isBefore(one: WallTime, other: WallTime): boolean {
  return one.day < other.day || (one.day === other.day && one.second < other.second);
}

function* timesIn(period: Period, rule: Rule, isDay: (day: LocalDay) => boolean): Generator<WallTime> {
  const days: LocalDay[] = [];
  for (let day = period.firstDay; day <= period.lastDay; day++) if (isDay(day)) days.push(day);
  const times = period.seconds.length;
  const timeAt = (place: number): WallTime => ({
    day: days[Math.floor(place / times)] ?? 0,
    second: period.seconds[place % times] ?? 0,
  });
  const all = days.length * times;
  if (rule.positions.length === 0) {
    for (let place = 0; place < all; place++) yield timeAt(place);
    return;
  }
  const places = rule.positions.map((position) => (position > 0 ? position - 1 : all + position));
  const sound = [...new Set(places)].filter((place) => place >= 0 && place < all);
  for (const place of sound.sort((one, other) => one - other)) yield timeAt(place);
}

function periodsOf(rule: Rule, following: Following, isDay: (day: LocalDay) => boolean): Generator<Period> {
  const { frequency } = rule;
  if (frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY') {
    return shortPeriods(rule, unitSeconds[frequency], following, isDay);
  }
  return longPeriods(rule, following);
}

// Years, months, weeks and days.
function* longPeriods(rule: Rule, { start, fromDay, toDay }: Following): Generator<Period> {
  const seconds = secondsOf(rule, start.second);
  const { at, before } = stretches(rule, start.day);
  const first = rule.count === undefined ? Math.max(0, Math.floor(before(fromDay) / rule.interval) - 1) : 0;
  for (let index = first; ; index++) {
    const [firstDay, lastDay] = at(index * rule.interval);
    if (firstDay > toDay) return;
    yield { firstDay, lastDay, seconds };
  }
}

/** The days of the n-th stretch from the start on, and at least how many begin before a day. */
function stretches({ frequency, weekStart }: Rule, startDay: LocalDay) {
  const { year, month } = civilDateOf(startDay);
  if (frequency === 'YEARLY') {
    return {
      at: (n: number) =>
        [dayOf({ year: year + n, month: 1, date: 1 }), dayOf({ year: year + n, month: 12, date: 31 })] as const,
      before: (day: LocalDay) => civilDateOf(day).year - year,
    };
  }
  if (frequency === 'MONTHLY') {
    return {
      at: (n: number) => {
        const months = month - 1 + n;
        const of = { year: year + Math.floor(months / 12), month: (months % 12) + 1 };
        const firstDay = dayOf({ ...of, date: 1 });
        return [firstDay, firstDay + daysIn(of.year, of.month) - 1] as const;
      },
      before: (day: LocalDay) => (civilDateOf(day).year - year) * 12 + civilDateOf(day).month - month,
    };
  }
  if (frequency === 'WEEKLY') {
    const monday = startDay - ((weekdayOf(startDay) - weekStart + 7) % 7);
    return {
      // The first week begins with the start, as dateutil has it: positions count from there.
      at: (n: number) => [n === 0 ? startDay : monday + n * 7, monday + n * 7 + 6] as const,
      before: (day: LocalDay) => Math.floor((day - monday) / 7),
    };
  }
  return { at: (n: number) => [startDay + n, startDay + n] as const, before: (day: LocalDay) => day - startDay };
}

// Hours, minutes and seconds: days that are none of the rule's are passed over at once.
function* shortPeriods(
  rule: Rule,
  unit: number,
  { start, fromDay, toDay, spend }: Following,
  isDay: (day: LocalDay) => boolean,
): Generator<Period> {
  const stepSeconds = rule.interval * unit;
  const startSecond = Math.floor(start.second / unit) * unit;
  const firstDay = rule.count === undefined ? Math.max(start.day, fromDay) : start.day;
  for (let day = firstDay; day <= toDay; day++) {
    if (!isDay(day)) continue;
    const since = (day - start.day) * secondsOfDay - startSecond;
    const steps = Math.max(0, Math.ceil(since / stepSeconds));
    for (let second = steps * stepSeconds - since; second < secondsOfDay; second += stepSeconds) {
      const seconds = secondsWithin(rule, unit, second, start.second);
      if (seconds.length > 0) yield { firstDay: day, lastDay: day, seconds };
      else spend();
    }
  }
}

/** The times of day of a rule that repeats by days or longer stretches. */
function secondsOf(rule: Rule, startSecond: number): number[] {
  const hours = orElse(rule.hours, Math.floor(startSecond / 3600));
  const minutes = orElse(rule.minutes, Math.floor(startSecond / 60) % 60);
  const seconds = orElse(rule.seconds, startSecond % 60);
  const all = hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  );
  return all.sort((one, other) => one - other);
}

/** The times within one hour, minute or second that begins at a second of the day. */
function secondsWithin(rule: Rule, unit: number, second: number, startSecond: number): number[] {
  const [hour, minute] = [Math.floor(second / 3600), Math.floor(second / 60) % 60];
  if (!allows(rule.hours, hour)) return [];
  if (unit < 3600 && !allows(rule.minutes, minute)) return [];
  if (unit < 60 && !allows(rule.seconds, second % 60)) return [];
  const minutes = unit < 3600 ? [minute] : rule.minutes;
  const seconds = unit < 60 ? [second % 60] : rule.seconds;
  return secondsOf({ ...rule, hours: [hour], minutes, seconds }, startSecond);
}

function allows(list: readonly number[], value: number): boolean {
  return list.length === 0 || list.includes(value);
}

function orElse(list: readonly number[], value: number): readonly number[] {
  return list.length > 0 ? list : [value];
}
