import type { WallTime } from '#rules/recurrence/follow-rule.ts';
import { dayOf, daysIn } from '#rules/time/civil-date.ts';
import type { LocalDay } from '#rules/time/local-time.ts';

/** A time as a calendar writes it: on the wall of a zone that its line names, in UTC, or a whole day. */
export type WrittenTime = WallTime & { isDate: boolean; isUtc: boolean };

const secondsOfDay = 86_400;

const form = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?(Z)?)?$/i;

/** The time that a text is; throws for what is none, such as the thirtieth of February. `isDate` takes the day of a time alone. */
export function readTime(text: string, isDate = false): WrittenTime {
  const [, year = '', month = '', date = '', hour, minute = '0', second = '0', utc] = form.exec(text.trim()) ?? [];
  const day = dayFrom(Number(year), Number(month), Number(date));
  if (hour === undefined || isDate) return { day, second: 0, isDate: true, isUtc: false };
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  if (hours > 24 || minutes > 59 || seconds > 60) throw new RangeError('No such time.');
  const total = hours * 3600 + minutes * 60 + Math.min(seconds, 59);
  // Midnight may be written as the end of a day, and never more than that.
  if (total > secondsOfDay) throw new RangeError('No such time.');
  return {
    day: day + Math.floor(total / secondsOfDay),
    second: total % secondsOfDay,
    isDate: false,
    isUtc: utc !== undefined,
  };
}

function dayFrom(year: number, month: number, date: number): LocalDay {
  if (!(year >= 1 && month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month))) {
    throw new RangeError('No such date.');
  }
  return dayOf({ year, month, date });
}

/** How long something lasts (`P1DT2H`, `P2W`), in seconds; throws for what is no length. */
export function readLength(text: string): number {
  const parts =
    /^([+-])?P(?=.)(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=.)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i.exec(
      text.trim(),
    );
  if (!parts) throw new RangeError('No length.');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(2).map((part) => Number(part ?? 0));
  const total = ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds;
  return parts[1] === '-' ? -total : total;
}

/** The start of a stretch, and its end or how long it lasts (`start/end`, `start/PT1H`). */
export function readPeriod(text: string): { start: WrittenTime; end: WrittenTime | undefined; seconds: number } {
  const [start = '', end = ''] = text.split('/');
  const isLength = /^[+-]?P/i.test(end.trim());
  return {
    start: readTime(start),
    end: isLength ? undefined : readTime(end),
    seconds: isLength ? readLength(end) : 0,
  };
}

/** The wall time as if it were of UTC, in milliseconds. */
export function wallMs({ day, second }: WallTime): number {
  return (day * secondsOfDay + second) * 1000;
}

/** The wall time of milliseconds as if they were of UTC: `wallMs` the other way round. */
export function wallOf(ms: number): WallTime {
  const seconds = Math.floor(ms / 1000);
  const day = Math.floor(seconds / secondsOfDay);
  return { day, second: seconds - day * secondsOfDay };
}
