import { type Rule, readRule } from '#rules/recurrence/read-rule.ts';
import { dayMs } from '#rules/time/durations.ts';
import { type LocalDay, localDayOf } from '#rules/time/local-time.ts';
import { isLessonUid } from '../calendar/lesson-uid.ts';
import { type Component, type ContentLine, linesOf, textOf } from './read-components.ts';
import { readLength, readPeriod, readTime, type WrittenTime, wallMs } from './read-times.ts';
import type { ToInstant, Zones } from './wall-zones.ts';

/** Something that can't be read or followed: the owner is asked, as it may be a time at which they are busy. */
export type CalendarQuestion = {
  line: number;
  /** A line, an event without times one can read, a repetition nobody can follow, a zone that nobody knows. */
  kind: 'line' | 'event' | 'repetition' | 'zone';
  /** When the event begins, if that is known. */
  startMs?: number | undefined;
};

/** A time of a series, by its instant or, where one of both is a whole day, by its day. */
export type Moment = { ms: number } | { day: LocalDay };

/** What matters of an event: its times, and whether they take time at all. */
export type OutsideEvent = {
  uid: string;
  sequence: number;
  line: number;
  isBusy: boolean;
  start: WrittenTime;
  startMs: number;
  /** Whole days of the wall, or how long it lasts in milliseconds. */
  days: number;
  durationMs: number;
  zones: Zones;
  toInstant: ToInstant;
  rules: Array<{ rule: Rule; until: WrittenTime | undefined }>;
  /** Times besides those of the rules, with an end where it is told. */
  added: Array<{ time: WrittenTime; startMs: number; endMs: number | undefined }>;
  excluded: Moment[];
  /** The line that says which repetition of a series this one is instead of. */
  replaces: ContentLine | undefined;
  /** It is also instead of all that come after that one. */
  isOnwards: boolean;
  questions: CalendarQuestion[];
};

/** An event, or a part of it, says something that nobody can read. */
class Unreadable extends Error {
  readonly line: number;

  constructor(line: number) {
    super('Nobody can read this.');
    this.line = line;
  }
}

const secondsOfDay = 86_400;

type Context = {
  zones: Zones;
  owners: ReadonlySet<string>;
  /** The zones that were asked about already: each is one question, however many events are in it. */
  askedZones: Set<string>;
  spend: () => void;
};

/** The times of an event, or the question that it leaves. `owners` are the addresses of the calendar's owner, whose declined invitations are free. */
export function readEvent(component: Component, context: Context): OutsideEvent | CalendarQuestion {
  const [first] = linesOf(component, 'DTSTART');
  let startMs: number | undefined;
  try {
    if (!first) throw new Unreadable(component.line);
    const start = inLine(first, () => readTime(first.value, isDay(first)));
    const toInstant = start.isDate ? context.zones.own : zoneOf(first, start, context.zones);
    startMs = toInstant(start);
    return eventOf(component, context, { start, startMs, toInstant, first });
  } catch (error) {
    if (error instanceof Unreadable) return { line: error.line, kind: 'event', startMs };
    throw error;
  }
}

type Beginning = { start: WrittenTime; startMs: number; toInstant: ToInstant; first: ContentLine };

function eventOf(
  component: Component,
  { zones, owners, askedZones, spend }: Context,
  beginning: Beginning,
): OutsideEvent {
  const { start, startMs, toInstant, first } = beginning;
  const uid = textOf(component, 'UID');
  const [replaces] = linesOf(component, 'RECURRENCE-ID');
  const questions: CalendarQuestion[] = [];
  const zone = first.parameters.get('TZID') ?? '';
  if (!start.isDate && !start.isUtc && zones.isUnknown(first) && !askedZones.has(zone)) {
    askedZones.add(zone);
    questions.push({ line: first.line, kind: 'zone', startMs });
  }
  const follow = <T>(lines: ContentLine[], read: (line: ContentLine) => T[]): T[] =>
    lines.flatMap((line) => {
      try {
        return inLine(line, () => read(line));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        questions.push({ line: line.line, kind: 'repetition', startMs });
        return [];
      }
    });
  const valuesOf = (line: ContentLine) =>
    line.value.split(',').map((value) => {
      spend();
      return value;
    });
  const range = replaces?.parameters.get('RANGE')?.toUpperCase();
  const event: OutsideEvent = {
    uid,
    sequence: Math.max(0, Number.parseInt(textOf(component, 'SEQUENCE'), 10) || 0),
    line: component.line,
    isBusy: takesTime(component, owners) && !isLessonUid(uid),
    start,
    startMs,
    ...lengthOf(component, { zones, beginning }),
    zones,
    toInstant,
    rules: follow(linesOf(component, 'RRULE'), (line) => [ruleOf(line)]),
    added: follow(linesOf(component, 'RDATE'), (line) =>
      valuesOf(line).map((value) => addedBy(value, line, beginning, zones)),
    ),
    excluded: [],
    replaces,
    isOnwards: range === 'THISANDFUTURE',
    questions,
  };
  event.excluded = follow(linesOf(component, 'EXDATE'), (line) =>
    valuesOf(line).map((value) => momentOf(value, line, event)),
  );
  // Rules that take away are of an older standard, and so is "this one and all before".
  const old = linesOf(component, 'EXRULE')[0] ?? (range !== undefined && !event.isOnwards ? replaces : undefined);
  if (old) questions.push({ line: old.line, kind: 'repetition', startMs });
  return event;
}

/** Which time of a series a text means, in whatever zone or form it is written. */
export function momentOf(text: string, line: ContentLine, series: OutsideEvent): Moment {
  const time = readTime(text, isDay(line));
  if (time.isDate) return { day: time.day };
  const ms = time.isUtc ? wallMs(time) : (series.zones.of(line) ?? series.toInstant)(time);
  if (!series.start.isDate) return { ms };
  return { day: time.isUtc && time.second !== 0 ? localDayOf(series.zones.ownZone, ms) : time.day };
}

/** Which repetition an event is instead of, in the words of its series; undefined where it says nothing that one can read. */
export function replacedBy({ replaces }: OutsideEvent, series: OutsideEvent): Moment | undefined {
  if (!replaces) return undefined;
  try {
    return inLine(replaces, () => momentOf(replaces.value, replaces, series));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function inLine<T>({ line }: ContentLine, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new Unreadable(line) : error;
  }
}

function isDay({ parameters }: ContentLine): boolean {
  return parameters.get('VALUE')?.toUpperCase() === 'DATE';
}

function zoneOf(line: ContentLine, { isUtc }: WrittenTime, zones: Zones): ToInstant {
  return isUtc ? wallMs : (zones.of(line) ?? zones.floating);
}

function lengthOf(component: Component, { zones, beginning }: { zones: Zones; beginning: Beginning }) {
  const [last] = linesOf(component, 'DTEND');
  if (last) return lengthUntil(last, { zones, beginning });
  const { isDate } = beginning.start;
  const [duration] = linesOf(component, 'DURATION');
  const seconds = duration ? inLine(duration, () => readLength(duration.value)) : 0;
  if (duration && seconds < 0) throw new Unreadable(duration.line);
  return isDate
    ? { days: Math.max(1, Math.ceil(seconds / secondsOfDay)), durationMs: 0 }
    : { days: 0, durationMs: seconds * 1000 };
}

function lengthUntil(last: ContentLine, { zones, beginning }: { zones: Zones; beginning: Beginning }) {
  const { start, startMs, toInstant } = beginning;
  const end = inLine(last, () => readTime(last.value, isDay(last)));
  if (start.isDate) {
    const days = end.day - start.day + (end.second > 0 ? 1 : 0);
    if (days < 0) throw new Unreadable(last.line);
    return { days: Math.max(1, days), durationMs: 0 };
  }
  const ofTime = end.isUtc ? wallMs : (zones.of(last) ?? toInstant);
  const durationMs = (end.isDate ? zones.own : ofTime)(end) - startMs;
  if (durationMs < 0) throw new Unreadable(last.line);
  return { days: 0, durationMs };
}

function ruleOf({ value }: ContentLine): OutsideEvent['rules'][number] {
  const rule = readRule(value);
  if (!rule) throw new RangeError('No rule.');
  return { rule, until: rule.until === undefined ? undefined : readTime(rule.until) };
}

function addedBy(
  text: string,
  line: ContentLine,
  { start, toInstant }: Beginning,
  zones: Zones,
): OutsideEvent['added'][number] {
  const instantOf = (time: WrittenTime) => (time.isUtc ? wallMs(time) : (zones.of(line) ?? toInstant)(time));
  if (text.includes('/')) {
    const { start: from, end, seconds } = readPeriod(text);
    const startMs = instantOf(from);
    return { time: from, startMs, endMs: end ? instantOf(end) : startMs + seconds * 1000 };
  }
  const time = readTime(text, isDay(line));
  // A day that is added to a series of times is at the same time of day.
  if (time.isDate && !start.isDate) {
    const sameTime = { ...start, day: time.day };
    return { time: sameTime, startMs: toInstant(sameTime), endMs: undefined };
  }
  return { time, startMs: time.isDate ? zones.own(time) : instantOf(time), endMs: undefined };
}

/** Whether an event takes time at all: not one that is cancelled, free, or declined by one of its owner's addresses. */
export function takesTime(component: Component, owners: ReadonlySet<string>): boolean {
  const says = (name: string) => textOf(component, name).toUpperCase();
  if (says('STATUS') === 'CANCELLED' || says('TRANSP') === 'TRANSPARENT') return false;
  if (['FREE', 'WORKINGELSEWHERE'].includes(says('X-MICROSOFT-CDO-BUSYSTATUS'))) return false;
  return !linesOf(component, 'ATTENDEE').some(
    ({ parameters, value }) =>
      parameters.get('PARTSTAT')?.toUpperCase() === 'DECLINED' &&
      [value, parameters.get('EMAIL') ?? ''].some((address) => owners.has(addressOf(address))),
  );
}

/** An address as it is compared. */
export function addressOf(text: string): string {
  return text
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();
}

/** The end of an event that begins at a time; a day is a day of the wall, however long the clocks make it. */
export function endOf(
  { days, durationMs, toInstant }: OutsideEvent,
  time: { day: LocalDay; second: number },
  startMs: number,
): number {
  return days === 0 ? startMs + durationMs : toInstant({ ...time, day: time.day + days });
}

/** At most how many days an event lasts, in whole ones. */
export function daysOf({ days, durationMs }: OutsideEvent): number {
  return Math.max(days, Math.ceil(durationMs / dayMs));
}
