import { followRule, type WallTime } from '#rules/recurrence/follow-rule.ts';
import { readRule } from '#rules/recurrence/read-rule.ts';
import { dayMs } from '#rules/time/durations.ts';
import { instantOf, isZone } from '#rules/time/local-time.ts';
import { type Component, type ContentLine, linesOf, textOf } from './read-components.ts';
import { readTime, wallMs, wallOf } from './read-times.ts';
import { windowsZones } from './windows-zones.ts';

/** Turns a wall time of one zone into an instant. */
export type ToInstant = (time: WallTime) => number;

export type Zones = {
  /** The zone that a line names; undefined where it names none, or one that nobody knows. */
  of: (line: ContentLine) => ToInstant | undefined;
  /** Whether a line names a zone that nobody knows. */
  isUnknown: (line: ContentLine) => boolean;
  /** Of times that name none. */
  floating: ToInstant;
  /** Of whole days, which are days of the owner wherever the calendar was written. */
  own: ToInstant;
  ownZone: string;
};

type Described = { ownZone: string; fromMs: number; toMs: number; spend: () => void };

/**
 * The zones of a calendar. A name that IANA knows is that zone, whatever the file says of it, also at the end of a path; another name is what the file's
 * VTIMEZONE says, or else the zone that Windows calls so. Times without a zone are of the calendar's own (`X-WR-TIMEZONE`), or of its owner's.
 */
export function readZones(calendar: Component, described: Described): Zones {
  const own = inZone(described.ownZone);
  const ofFile = new Map<string, ToInstant>();
  for (const part of calendar.parts.filter(({ name }) => name === 'VTIMEZONE')) {
    const toInstant = describedZone(part, described);
    if (toInstant) ofFile.set(textOf(part, 'TZID'), toInstant);
  }
  const found = new Map<string, ToInstant | undefined>();
  const zoneOf = (name: string): ToInstant | undefined => {
    if (found.has(name)) return found.get(name);
    const known = zoneName(name);
    const windows = Object.hasOwn(windowsZones, name) ? windowsZones[name] : undefined;
    const named = known ?? (ofFile.has(name) ? undefined : windows);
    const toInstant = named === undefined ? ofFile.get(name) : inZone(named);
    found.set(name, toInstant);
    return toInstant;
  };
  const of = (line: ContentLine) => {
    const name = line.parameters.get('TZID') ?? '';
    return name === '' ? undefined : zoneOf(name);
  };
  const calendars = textOf(calendar, 'X-WR-TIMEZONE');
  return {
    of,
    isUnknown: (line) => (line.parameters.get('TZID') ?? '') !== '' && of(line) === undefined,
    floating: (calendars !== '' && zoneOf(calendars)) || own,
    own,
    ownZone: described.ownZone,
  };
}

// Programs write `/freeassociation.sourceforge.net/Asia/Singapore`; a zone's name has up to three parts.
function zoneName(name: string): string | undefined {
  if (isZone(name)) return name;
  if (!name.startsWith('/')) return undefined;
  const parts = name.split('/');
  return [3, 2, 1].map((count) => parts.slice(-count).join('/')).find(isZone);
}

function inZone(zone: string): ToInstant {
  return ({ day, second }) => {
    const minute = Math.floor(second / 60);
    return instantOf(zone, day, minute) + (second - minute * 60) * 1000;
  };
}

/** Of a described zone the changes of its clocks are known for this long around what is asked for. */
const marginMs = 800 * dayMs;

/** A change of the clocks: the wall time before it, and how far ahead of UTC the clocks are then. */
type Change = { wallMs: number; offsetMs: number };

function describedZone(part: Component, { fromMs, toMs, spend }: Described): ToInstant | undefined {
  const [from, to] = [fromMs - marginMs, toMs + marginMs];
  try {
    const changes = part.parts.flatMap((observance) => changesOf(observance, { from, to, spend }));
    const [first] = changes.toSorted((one, other) => one.wallMs - other.wallMs);
    if (!first) return undefined;
    const sorted = changes.toSorted((one, other) => one.wallMs - other.wallMs);
    return (time) => {
      const wall = wallMs(time);
      return wall - (sorted.findLast((change) => change.wallMs <= wall) ?? first).offsetMs;
    };
  } catch (error) {
    // A zone that describes itself in a way nobody can follow is as good as not described.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Around = { from: number; to: number; spend: () => void };

function changesOf(observance: Component, { from, to, spend }: Around): Change[] {
  const offsetMs = offsetOf(textOf(observance, 'TZOFFSETTO'));
  const start = readTime(textOf(observance, 'DTSTART'));
  const changes: Change[] = [{ wallMs: wallMs(start), offsetMs }];
  for (const { value } of linesOf(observance, 'RDATE')) {
    for (const time of value.split(',')) {
      spend();
      changes.push({ wallMs: wallMs(readTime(time.split('/')[0] ?? '')), offsetMs });
    }
  }
  for (const { value } of linesOf(observance, 'RRULE')) {
    const rule = readRule(value);
    if (!rule) throw new RangeError('No rule.');
    const untilMs = rule.until === undefined ? Number.POSITIVE_INFINITY : wallMs(readTime(rule.until)) + dayMs;
    // The last change of a rule that ended goes on counting.
    const window = {
      fromDay: wallOf(Math.min(from, untilMs - marginMs)).day,
      toDay: wallOf(Math.min(to, untilMs)).day,
    };
    for (const time of followRule(rule, { start, ...window, spend })) changes.push({ wallMs: wallMs(time), offsetMs });
  }
  return changes;
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  if (sign === undefined) throw new RangeError('No offset.');
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}
