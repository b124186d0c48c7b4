import ICAL from 'ical.js';
import { mergeSpans, type Span } from '#rules/availability/spans.ts';
import { type Budget, eventOf, type OutsideEvent, spansOf, spend, TooManyEvents } from './expand-event.ts';
import { hasEndlessLine } from './has-endless-line.ts';
import { readZones } from './wall-zones.ts';

export type BusyQuestion = {
  text: string;
  /** The zone of times that name none. */
  zone: string;
  fromMs: number;
  toMs: number;
};

export type BusyAnswer =
  | {
      ok: true;
      spans: Span[];
      /** Events that say nothing one could take for a time. */
      unread: number;
    }
  | { ok: false; problem: 'not_a_calendar' | 'too_many_events' };

/** How many events, repetitions and exceptions are looked at in one calendar. */
const maxSteps = 100_000;
/** Five busy times a day, half a year ahead: more is no diary of a person. */
const maxSpans = 1000;

/**
 * When a calendar (RFC 5545) says its owner is busy, merged and cut to the span that was asked for. Events that are cancelled, free or our own
 * lessons do not count. Of an event nothing but its times is looked at further. May run for ever on a file made for that: foreign work, for a process of its own.
 */
export function parseBusyTimes(question: BusyQuestion): BusyAnswer {
  const calendars = readCalendars(question.text);
  if (calendars.length === 0) return { ok: false, problem: 'not_a_calendar' };
  const budget: Budget = { steps: maxSteps };
  try {
    const found = calendars.map((calendar) => busyIn(calendar, question, budget));
    const merged = mergeSpans(found.flatMap(({ spans }) => spans));
    if (merged.length > maxSpans) throw new TooManyEvents();
    return { ok: true, spans: merged, unread: found.reduce((sum, { unread }) => sum + unread, 0) };
  } catch (error) {
    if (error instanceof TooManyEvents) return { ok: false, problem: 'too_many_events' };
    throw error;
  }
}

/** Foreign work: whoever writes the calendar decides how long it takes to read. */
export function work(question: BusyQuestion): BusyAnswer {
  return parseBusyTimes(question);
}

function busyIn(calendar: ICAL.Component, { zone, fromMs, toMs }: BusyQuestion, budget: Budget) {
  const { events, unread } = eventsOf(calendar, zone, budget);
  const replaced = replacedStarts(events);
  const busy = events.filter(({ isBusy }) => isBusy);
  const found = busy.map((event) =>
    sound(() => spansOf(event, { fromMs, toMs, replaced: replaced.get(event.uid), budget })),
  );
  const spans = found.flatMap((known) => known ?? []);
  return {
    spans: spans.map(({ startMs, endMs }) => ({ startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) })),
    unread: unread + found.filter((known) => known === undefined).length,
  };
}

// One event that makes no sense must not hide the others; how many there were is said.
function sound<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooManyEvents) throw error;
    return undefined;
  }
}

// A file may hold several calendars one after the other.
function readCalendars(text: string): ICAL.Component[] {
  if (hasEndlessLine(text)) return [];
  try {
    const parsed: unknown = ICAL.parse(text);
    if (!Array.isArray(parsed)) return [];
    const roots = Array.isArray(parsed[0]) ? (parsed as unknown[][]) : [parsed];
    return roots.map((root) => new ICAL.Component(root)).filter(({ name }) => name === 'vcalendar');
  } catch {
    // Whatever it is, it is none: the caller is told so.
    return [];
  }
}

function eventsOf(calendar: ICAL.Component, zone: string, budget: Budget) {
  const zones = readZones(calendar, zone);
  const components = calendar.getAllSubcomponents('vevent');
  const events: OutsideEvent[] = components.flatMap((component) => {
    spend(budget);
    return sound(() => eventOf(component, zones)) ?? [];
  });
  return { events, unread: components.length - events.length };
}

// A repetition that was moved or cancelled by itself (RECURRENCE-ID) no longer happens where its series has it.
function replacedStarts(events: readonly OutsideEvent[]): Map<string, Set<number>> {
  const replaced = new Map<string, Set<number>>();
  for (const { uid, replacesMs } of events) {
    if (replacesMs === undefined) continue;
    const known = replaced.get(uid) ?? new Set();
    replaced.set(uid, known.add(replacesMs));
  }
  return replaced;
}
