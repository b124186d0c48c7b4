import { Temporal } from 'temporal-polyfill';
import { dayMs, minuteMs } from './durations.ts';

/** A local date as the number of days since 1970-01-01. */
export type LocalDay = number;

/** True for a name of an IANA zone that can be computed with. A mere offset such as `+08:00` is none: it knows no change of the clocks. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/** The name of a zone as IANA writes it; the zone must be one that can be computed with. */
export function canonicalZone(zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
}

/** The local date of an instant (epoch milliseconds). */
export function localDayOf(zone: string, instantMs: number): LocalDay {
  return Math.floor((instantMs + offsetMsAt(zone, instantMs)) / dayMs);
}

/** The minute of the local day, 0 to 1439. */
export function localMinuteOf(zone: string, instantMs: number): number {
  const local = instantMs + offsetMsAt(zone, instantMs);
  return Math.floor((local - Math.floor(local / dayMs) * dayMs) / minuteMs);
}

/**
 * The instant of a wall time, `minute` counted from the start of the local day (1440 is the next day's start). A wall time that does not
 * exist moves forward, one that comes twice is the earlier (booking model, section 8, point 1).
 */
export function instantOf(zone: string, day: LocalDay, minute: number): number {
  const facts = dayFacts(zone, day);
  if (facts.isUniform) return facts.startMs + minute * minuteMs;
  return resolveWallTime(zone, day, minute);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: LocalDay): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The Monday on or before a date: local weeks begin on Monday. */
export function mondayOf(day: LocalDay): LocalDay {
  return day - ((weekdayOf(day) + 6) % 7);
}

/** `YYYY-MM-DD` of a local date. */
export function dateText(day: LocalDay): string {
  let text = dateTexts.get(day);
  if (text === undefined) {
    text = epochDay.add({ days: day }).toString();
    remember(dateTexts, day, text);
  }
  return text;
}

/** The local date of `YYYY-MM-DD`, or undefined when there is no such day. */
export function parseDate(text: string): LocalDay | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text).since(epochDay, { largestUnit: 'days' }).days;
  } catch {
    return undefined;
  }
}

const epochDay = Temporal.PlainDate.from('1970-01-01');

const dateTexts = new Map<LocalDay, string>();

type DayFacts = { startMs: number; isUniform: boolean };
const maxZones = 1000;
const factsByZone = new Map<string, Map<LocalDay, DayFacts>>();
const offsetsByZone = new Map<string, Map<number, number>>();

function dayFacts(zone: string, day: LocalDay): DayFacts {
  const days = cacheOf(factsByZone, zone);
  let facts = days.get(day);
  if (!facts) {
    const startMs = resolveWallTime(zone, day, 0);
    facts = { startMs, isUniform: resolveWallTime(zone, day + 1, 0) - startMs === dayMs };
    remember(days, day, facts);
  }
  return facts;
}

function resolveWallTime(zone: string, day: LocalDay, minute: number): number {
  const wall = epochDay.add({ days: day }).toPlainDateTime().add({ minutes: minute });
  return wall.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
}

// Offsets change on the quarter hour at most, so one lookup serves each quarter.
function offsetMsAt(zone: string, instantMs: number): number {
  const quarter = Math.floor(instantMs / 900_000);
  const offsets = cacheOf(offsetsByZone, zone);
  let offset = offsets.get(quarter);
  if (offset === undefined) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * 900_000).toZonedDateTimeISO(zone);
    offset = zoned.offsetNanoseconds / 1_000_000;
    remember(offsets, quarter, offset);
  }
  return offset;
}

function cacheOf<T>(caches: Map<string, Map<number, T>>, zone: string): Map<number, T> {
  let cache = caches.get(zone);
  if (!cache) {
    // There are some six hundred zones; the same one in other capitals is no reason to remember more.
    if (caches.size >= maxZones) caches.clear();
    cache = new Map();
    caches.set(zone, cache);
  }
  return cache;
}

function remember<T>(cache: Map<number, T>, key: number, value: T): void {
  if (cache.size >= 20_000) cache.clear();
  cache.set(key, value);
}
