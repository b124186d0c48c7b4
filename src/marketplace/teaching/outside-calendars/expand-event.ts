import type { Span } from '#rules/availability/spans.ts';
import { followRule, type WallTime } from '#rules/recurrence/follow-rule.ts';
import { dayMs } from '#rules/time/durations.ts';
import { daysOf, endOf, type Moment, type OutsideEvent, replacedBy } from './read-event.ts';
import { type WrittenTime, wallMs, wallOf } from './read-times.ts';
import type { ToInstant } from './wall-zones.ts';

export type Expansion = { fromMs: number; toMs: number; spend: () => void };

/** Events of one name: what repeats, and what is instead of some of its repetitions. */
export type Series = { masters: OutsideEvent[]; instead: OutsideEvent[] };

/** Events by their name, each in its last version (`SEQUENCE`); of equal versions all count. Those without a name are each for themselves. */
export function seriesOf(events: readonly OutsideEvent[]): Series[] {
  const named = new Map<string, OutsideEvent[]>();
  const series: Series[] = [];
  for (const event of events) {
    const known = named.get(event.uid);
    if (event.uid === '') series.push({ masters: [event], instead: [] });
    else if (known) known.push(event);
    else named.set(event.uid, [event]);
  }
  for (const group of named.values()) {
    const masters = latest(group.filter(({ replaces }) => !replaces));
    const byPlace = new Map<string, OutsideEvent[]>();
    for (const event of group.filter(({ replaces }) => replaces)) {
      const moment = replacedBy(event, masters[0] ?? event);
      const place = `${event.isOnwards} ${JSON.stringify(moment)}`;
      const known = byPlace.get(place);
      if (known) known.push(event);
      else byPlace.set(place, [event]);
    }
    series.push({ masters, instead: [...byPlace.values()].flatMap(latest) });
  }
  return series;
}

function latest(events: OutsideEvent[]): OutsideEvent[] {
  const last = events.reduce((most, { sequence }) => Math.max(most, sequence), 0);
  return events.filter(({ sequence }) => sequence === last);
}

/** The times that a series takes between two instants, repetitions and all. */
export function spansOf({ masters, instead }: Series, expansion: Expansion): Span[] {
  const single = instead.filter(({ isOnwards, rules }) => !isOnwards || rules.length === 0);
  return [
    ...masters.flatMap((master) => spansOfMaster(master, instead, expansion)),
    ...single.flatMap((event) => spansAt(event, [{ time: event.start, startMs: event.startMs }], expansion)),
    // One that is instead of all that come after it, by a rule of its own, is a series of its own.
    ...instead.filter((event) => !single.includes(event)).flatMap((event) => spansOfMaster(event, [], expansion)),
  ];
}

type Start = { time: WallTime; startMs: number; endMs?: number | undefined };

function spansAt(event: OutsideEvent, starts: Iterable<Start>, { fromMs, toMs }: Expansion): Span[] {
  const spans: Span[] = [];
  if (!event.isBusy) return spans;
  for (const { time, startMs, endMs = endOf(event, time, startMs) } of starts) {
    if (startMs < toMs && endMs > fromMs && endMs > startMs) spans.push({ startMs, endMs });
  }
  return spans;
}

/** What is instead of all repetitions from an instant on: how far they move on the wall's clock. */
type Onwards = { event: OutsideEvent; fromMs: number; shiftMs: number };

function spansOfMaster(master: OutsideEvent, instead: readonly OutsideEvent[], expansion: Expansion): Span[] {
  const { spend } = expansion;
  const moments = instead.flatMap((event) => {
    spend();
    const moment = replacedBy(event, master);
    return moment ? [{ event, moment }] : [];
  });
  const gone = [...master.excluded, ...moments.filter(({ event }) => !event.isOnwards).map(({ moment }) => moment)];
  const isGone = memberTest(gone);
  const onwards = moments
    .filter(({ event }) => event.isOnwards)
    .map(({ event, moment }) => onwardsOf(master, event, moment))
    .sort((one, other) => one.fromMs - other.fromMs);
  // A repetition may have moved into what is asked for from as far away as it moved.
  const room = Math.max(0, ...onwards.map(({ event, shiftMs }) => Math.abs(shiftMs) + daysOf(event) * dayMs));
  const spans: Span[] = [];
  for (const start of startsOf(master, {
    ...expansion,
    fromMs: expansion.fromMs - room,
    toMs: expansion.toMs + room,
  })) {
    if (isGone(start)) continue;
    const moved = onwards.findLast(({ fromMs }) => {
      spend();
      return fromMs <= start.startMs;
    });
    if (!moved) spans.push(...spansAt(master, [start], expansion));
    else if (moved.event.rules.length === 0) {
      const time = wallOf(wallMs(start.time) + moved.shiftMs);
      spans.push(...spansAt(moved.event, [{ time, startMs: moved.event.toInstant(time) }], expansion));
    }
  }
  return spans;
}

function onwardsOf(master: OutsideEvent, event: OutsideEvent, moment: Moment): Onwards {
  const isDay = 'day' in moment;
  const wall = isDay ? { day: moment.day, second: master.start.second } : wallAt(moment.ms, master.toInstant);
  return { event, fromMs: isDay ? master.toInstant(wall) : moment.ms, shiftMs: wallMs(event.start) - wallMs(wall) };
}

/** The wall time of an instant; twice, as the clocks may change in between. */
function wallAt(ms: number, toInstant: ToInstant): WallTime {
  let wall = wallOf(ms);
  for (let tries = 0; tries < 2; tries++) wall = wallOf(wallMs(wall) + ms - toInstant(wall));
  return wall;
}

function memberTest(moments: readonly Moment[]): (start: Start) => boolean {
  const instants = new Set(moments.flatMap((moment) => ('ms' in moment ? [moment.ms] : [])));
  const days = new Set(moments.flatMap((moment) => ('day' in moment ? [moment.day] : [])));
  return ({ time, startMs }) => instants.has(startMs) || days.has(time.day);
}

// The first start counts, whatever the rule says of it.
function* startsOf(event: OutsideEvent, expansion: Expansion): Generator<Start> {
  yield { time: event.start, startMs: event.startMs };
  for (const of of event.rules) yield* repetitions(event, of, expansion);
  for (const { time, startMs, endMs } of event.added) yield { time, startMs, endMs };
}

// The rule is followed on the wall's clock; its end is compared as an instant, as a zone's UNTIL is told in UTC.
function* repetitions(
  event: OutsideEvent,
  { rule, until }: OutsideEvent['rules'][number],
  { fromMs, toMs, spend }: Expansion,
): Generator<Start> {
  const untilMs = until ? instantOfEnd(event, until) : Number.POSITIVE_INFINITY;
  // The clocks of two zones are a day apart at most.
  const fromDay = wallOf(fromMs).day - daysOf(event) - 2;
  const toDay = wallOf(Math.min(toMs, untilMs)).day + 2;
  for (const time of followRule(rule, { start: event.start, fromDay, toDay, spend })) {
    const startMs = event.toInstant(time);
    if (startMs > untilMs || startMs >= toMs) return;
    yield { time, startMs };
  }
}

function instantOfEnd({ toInstant, start, zones }: OutsideEvent, until: WrittenTime): number {
  if (until.isUtc && !start.isDate) return wallMs(until);
  // A day is meant with all of its hours.
  if (until.isDate) return (start.isDate ? zones.own : toInstant)({ day: until.day, second: 86_399 });
  return until.isUtc ? wallMs(until) : toInstant(until);
}
