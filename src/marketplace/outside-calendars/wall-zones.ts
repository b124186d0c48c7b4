import ICAL from 'ical.js';
import { instantOf, isZone, parseDate } from '#rules/time/local-time.ts';

/** Turns a time of a calendar into an instant, by the zone that its property names. */
export type ToInstant = (time: ICAL.Time) => number;

export type Zones = { of: (property: ICAL.Property) => ToInstant };

const minuteMs = 60_000;

/**
 * The zones of a calendar. A name that IANA knows is that zone, whatever the file says of it; another name is what the file's VTIMEZONE says; times
 * without a zone, and zones that nobody describes, are the owner's wall time.
 */
export function readZones(calendar: ICAL.Component, ownZone: string): Zones {
  const described = new Map<string, ICAL.Timezone>();
  for (const component of calendar.getAllSubcomponents('vtimezone')) {
    const name = String(component.getFirstPropertyValue('tzid') ?? '');
    if (name !== '') described.set(name, new ICAL.Timezone({ component, tzid: name }));
  }
  const inOwnZone = inZone(ownZone);
  return {
    of(property) {
      const name = String(property.getParameter('tzid') ?? '');
      const zone = described.get(name);
      const byName = isZone(name) ? inZone(name) : zone ? inDescribed(zone) : inOwnZone;
      return (time) => {
        if (time.isDate) return inOwnZone(time);
        return time.zone === ICAL.Timezone.utcTimezone ? wallMs(time) : byName(time);
      };
    },
  };
}

/** The wall time as if it were of UTC, in milliseconds. Throws for what is no time. */
export function wallMs(time: ICAL.Time): number {
  const { year, month, day, hour, minute, second } = time;
  const ms = dayOf(`${pad(year, 4)}-${pad(month)}-${pad(day)}`) * 1440 * minuteMs;
  if (!(hour >= 0 && hour <= 24 && minute >= 0 && minute < 60 && second >= 0 && second <= 60))
    throw new RangeError('No such time.');
  return ms + (hour * 60 + minute) * minuteMs + second * 1000;
}

function inZone(zone: string): ToInstant {
  return (time) => {
    const wall = wallMs(time);
    const day = Math.floor(wall / (1440 * minuteMs));
    const minute = Math.floor(wall / minuteMs) - day * 1440;
    return instantOf(zone, day, minute) + (wall % minuteMs);
  };
}

function inDescribed(zone: ICAL.Timezone): ToInstant {
  return (time) => wallMs(time) - zone.utcOffset(time) * 1000;
}

function dayOf(date: string): number {
  const day = parseDate(date);
  if (day === undefined) throw new RangeError('No such date.');
  return day;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
