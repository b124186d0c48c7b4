import ICAL from 'ical.js';
import type { Span } from '#rules/availability/spans.ts';
import { isLessonUid } from '../calendar/lesson-uid.ts';
import { type ToInstant, wallMs, type Zones } from './wall-zones.ts';

/** What matters of an event: its times, and whether they take time at all. */
export type OutsideEvent = {
  uid: string;
  isBusy: boolean;
  start: ICAL.Time;
  /** How long it lasts: whole days of the wall, or milliseconds. */
  days: number;
  durationMs: number;
  toInstant: ToInstant;
  rules: ICAL.Recur[];
  /** Times besides those of the rules, with an end where it is told. */
  added: Array<{ startMs: number; endMs: number | undefined }>;
  excluded: ReadonlySet<number>;
  excludedDates: ReadonlySet<string>;
  /** Which repetition of a series this one is instead of. */
  replacesMs: number | undefined;
};

const dayMs = 86_400_000;

/** How much of a calendar is looked at still. */
export type Budget = { steps: number };

/** Too much is asked for: the calendar as a whole is refused, as half of it would leave busy times open. */
export class TooManyEvents extends Error {}

/** Counts one step of work. */
export function spend(budget: Budget): void {
  budget.steps -= 1;
  if (budget.steps < 0) throw new TooManyEvents();
}

/** The times of an event. Throws where it has none that one can read. */
export function eventOf(component: ICAL.Component, zones: Zones): OutsideEvent {
  const first = component.getFirstProperty('dtstart');
  if (!first) throw new RangeError('An event without a start.');
  const start = timeOf(first.getFirstValue());
  const toInstant = zones.of(first);
  const uid = String(component.getFirstPropertyValue('uid') ?? '');
  const replaced = component.getFirstProperty('recurrence-id');
  const exceptions = component.getAllProperties('exdate');
  return {
    uid,
    isBusy: takesTime(component) && !isLessonUid(uid),
    start,
    toInstant,
    ...lengthOf(component, { start, startMs: toInstant(start), zones }),
    rules: component.getAllProperties('rrule').map((property) => recurOf(property.getFirstValue())),
    added: component.getAllProperties('rdate').flatMap((property) => addedBy(property, zones)),
    excluded: new Set(
      exceptions.flatMap((property) => property.getValues().map((value) => zones.of(property)(timeOf(value)))),
    ),
    excludedDates: new Set(
      exceptions.flatMap((property) =>
        property.getValues().flatMap((value) => (timeOf(value).isDate ? [dateOf(timeOf(value))] : [])),
      ),
    ),
    replacesMs: replaced ? zones.of(replaced)(timeOf(replaced.getFirstValue())) : undefined,
  };
}

type Expansion = { fromMs: number; toMs: number; replaced: ReadonlySet<number> | undefined; budget: Budget };

/** The times that an event takes between two instants, repetitions and all. */
export function spansOf(event: OutsideEvent, { fromMs, toMs, replaced, budget }: Expansion): Span[] {
  const spans: Span[] = [];
  const isSeries = event.replacesMs === undefined;
  const take = (startMs: number, endMs: number) => {
    const isGone = isSeries && (event.excluded.has(startMs) || replaced?.has(startMs));
    if (!isGone && startMs < toMs && endMs > fromMs && endMs > startMs) spans.push({ startMs, endMs });
  };
  const takeWall = (time: ICAL.Time, startMs: number) => {
    if (event.excludedDates.has(dateOf(time))) return;
    take(startMs, endOf(event, time, startMs));
  };
  const startMs = event.toInstant(event.start);
  if (!isSeries || event.rules.length === 0) takeWall(event.start, startMs);
  for (const rule of isSeries ? event.rules : []) {
    for (const { time, ms } of repetitions(event, rule, { toMs, budget })) takeWall(time, ms);
  }
  for (const { startMs: ms, endMs } of isSeries ? event.added : []) {
    spend(budget);
    take(ms, endMs ?? ms + Math.max(event.durationMs, event.days * dayMs));
  }
  return spans;
}

// The rule is followed on the wall's clock; its end is compared as an instant, as a zone's UNTIL is told in UTC.
function* repetitions(event: OutsideEvent, rule: ICAL.Recur, { toMs, budget }: Pick<Expansion, 'toMs' | 'budget'>) {
  // Nobody has an appointment every minute.
  if (rule.freq === 'SECONDLY' || rule.freq === 'MINUTELY') throw new TooManyEvents();
  const until = rule.until ? timeOf(rule.until) : undefined;
  const untilMs = until && (until.isDate ? event.toInstant(endOfDay(until)) : untilOf(event, until));
  const walls = rule.clone();
  walls.until = null;
  const wall = event.start.clone();
  wall.zone = ICAL.Timezone.localTimezone;
  const iterator = walls.iterator(wall);
  for (let time = iterator.next(); time; time = iterator.next()) {
    spend(budget);
    const ms = event.toInstant(inZoneOf(time, event.start));
    if (ms >= toMs || (untilMs !== undefined && ms > untilMs)) return;
    yield { time, ms };
  }
}

function untilOf(event: OutsideEvent, until: ICAL.Time): number {
  return until.zone === ICAL.Timezone.utcTimezone ? wallMs(until) : event.toInstant(inZoneOf(until, event.start));
}

function endOfDay(date: ICAL.Time): ICAL.Time {
  const time = date.clone();
  time.isDate = false;
  time.hour = 23;
  time.minute = 59;
  return time;
}

function inZoneOf(time: ICAL.Time, like: ICAL.Time): ICAL.Time {
  const copy = time.clone();
  copy.zone = like.zone;
  return copy;
}

// A day is a day of the wall, however long the clocks make it.
function endOf({ days, durationMs, toInstant }: OutsideEvent, time: ICAL.Time, startMs: number): number {
  if (days === 0) return startMs + durationMs;
  const end = time.clone();
  end.adjust(days, 0, 0, 0);
  return toInstant(end);
}

type Beginning = { start: ICAL.Time; startMs: number; zones: Zones };

function lengthOf(component: ICAL.Component, { start, startMs, zones }: Beginning) {
  const last = component.getFirstProperty('dtend');
  const duration = component.getFirstPropertyValue('duration');
  if (last) {
    const end = timeOf(last.getFirstValue());
    if (start.isDate) return { days: Math.max(1, (wallMs(end) - wallMs(start)) / dayMs), durationMs: 0 };
    return { days: 0, durationMs: zones.of(last)(end) - startMs };
  }
  if (duration instanceof ICAL.Duration) {
    const ms = duration.toSeconds() * 1000;
    return start.isDate ? { days: Math.max(1, Math.round(ms / dayMs)), durationMs: 0 } : { days: 0, durationMs: ms };
  }
  return start.isDate ? { days: 1, durationMs: 0 } : { days: 0, durationMs: 0 };
}

function addedBy(property: ICAL.Property, zones: Zones): OutsideEvent['added'] {
  const toInstant = zones.of(property);
  return property.getValues().map((value: unknown) => {
    if (!(value instanceof ICAL.Period)) return { startMs: toInstant(timeOf(value)), endMs: undefined };
    return { startMs: toInstant(timeOf(value.start)), endMs: toInstant(timeOf(value.getEnd())) };
  });
}

function takesTime(component: ICAL.Component): boolean {
  const says = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  if (says('status') === 'CANCELLED' || says('transp') === 'TRANSPARENT') return false;
  return !['FREE', 'WORKINGELSEWHERE'].includes(says('x-microsoft-cdo-busystatus'));
}

function timeOf(value: unknown): ICAL.Time {
  if (value instanceof ICAL.Time) return value;
  throw new RangeError('No time.');
}

function recurOf(value: unknown): ICAL.Recur {
  if (value instanceof ICAL.Recur) return value;
  throw new RangeError('No rule.');
}

function dateOf({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`;
}
