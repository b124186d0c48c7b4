import { mergeSpans, type Span } from '#rules/availability/spans.ts';
import { dayMs } from '#rules/time/durations.ts';
import { isLessonUid } from '../calendar/lesson-uid.ts';
import { type Expansion, seriesOf, spansOf } from './expand-event.ts';
import { type Component, linesOf, readComponents, textOf } from './read-components.ts';
import { addressOf, type CalendarQuestion, type OutsideEvent, readEvent, takesTime } from './read-event.ts';
import { readPeriod, wallMs } from './read-times.ts';
import { readZones } from './wall-zones.ts';
import { writeTimes } from './write-times.ts';

export type BusyQuestion = {
  text: string;
  /** The zone of times that name none. */
  zone: string;
  /** The addresses of the calendar's owner, as far as they are known: invitations that these declined take no time. */
  owners: readonly string[];
  fromMs: number;
  toMs: number;
  /** Whether the calendar is to be kept, as nobody can be asked for it again. */
  isKept?: boolean;
};

export type BusyAnswer =
  | {
      ok: true;
      spans: Span[];
      /** How many lines and events say something that nobody can read or follow; the first of them with their lines. */
      unread: number;
      questions: CalendarQuestion[];
      /** Its times alone, where it is to be kept: without a word of what its owner does. */
      kept: string;
    }
  | { ok: false; problem: 'not_a_calendar' | 'too_many_events' };

/** How many parts, repetitions and exceptions are looked at in one calendar. */
const maxSteps = 100_000;
/** Five busy times a day, half a year ahead: more is no diary of a person. */
const maxSpans = 1000;
/** So many questions are kept of a calendar. */
const maxQuestions = 20;

/** Too much is asked for: the calendar as a whole is refused, as half of it would leave busy times open. */
class TooManyEvents extends Error {}

/**
 * When a calendar (RFC 5545) says its owner is busy, merged and cut to the span that was asked for. Events that are cancelled, free, declined or our own
 * lessons do not count; one that can't be read hides no other, and is told as a question. Of an event nothing but its times is looked at further.
 */
export function parseBusyTimes(question: BusyQuestion): BusyAnswer {
  let steps = maxSteps;
  const spend = () => {
    steps -= 1;
    if (steps < 0) throw new TooManyEvents();
  };
  try {
    const { calendars, damaged } = readComponents(question.text, spend);
    if (calendars.length === 0) return { ok: false, problem: 'not_a_calendar' };
    const found = calendars.map((calendar) => readCalendar(calendar, question, spend));
    const expansion: Expansion = { ...question, spend };
    const series = seriesOf(found.flatMap(({ events }) => events));
    const told = [
      ...series.flatMap((one) => spansOf(one, expansion)),
      ...found.flatMap(({ spans: periods }) => periods),
    ];
    const spans = mergeSpans(told.map((span) => within(span, question)));
    if (spans.length > maxSpans) throw new TooManyEvents();
    const questions = [
      ...damaged.map((line): CalendarQuestion => ({ line, kind: 'line' })),
      ...found.flatMap(({ questions: asked }) => asked),
    ].sort((one, other) => one.line - other.line);
    const kept = question.isKept ? found.map(({ kept: times }) => times).join('\r\n') : '';
    return { ok: true, spans, unread: questions.length, questions: questions.slice(0, maxQuestions), kept };
  } catch (error) {
    if (error instanceof TooManyEvents) return { ok: false, problem: 'too_many_events' };
    throw error;
  }
}

/** Foreign work: whoever writes the calendar decides how long it takes to read. */
export function work(question: BusyQuestion): BusyAnswer {
  return parseBusyTimes(question);
}

function within({ startMs, endMs }: Span, { fromMs, toMs }: BusyQuestion): Span {
  return { startMs: Math.max(startMs, fromMs), endMs: Math.min(endMs, toMs) };
}

function readCalendar(calendar: Component, question: BusyQuestion, spend: () => void) {
  const { zone, owners, fromMs, toMs } = question;
  const zones = readZones(calendar, { ownZone: zone, fromMs, toMs, spend });
  // Google names a person's own calendar by their address.
  const named = textOf(calendar, 'X-WR-CALNAME');
  const known = new Set([...owners, ...(named.includes('@') ? [named] : [])].map(addressOf));
  const context = { zones, owners: known, askedZones: new Set<string>(), spend };
  const read = calendar.parts
    .filter((part) => part.name === 'VEVENT' && !isLessonUid(textOf(part, 'UID')))
    .map((part) => ({ part, event: readEvent(part, context) }));
  const periods = calendar.parts.filter(({ name }) => name === 'VFREEBUSY').map((part) => freeBusy(part, spend));
  return {
    events: read.flatMap(({ event }) => ('kind' in event ? [] : [event])),
    questions: [
      ...read.flatMap(({ part, event }) => questionsOf(part, event, fromMs)),
      ...periods.flatMap(({ questions }) => questions),
    ],
    spans: periods.flatMap(({ spans }) => spans),
    kept: question.isKept ? writeTimes(calendar, (part) => takesTime(part, known)) : '',
  };
}

// A line of it that can't be read was asked about already; nobody need answer for what is long over.
function questionsOf(part: Component, event: OutsideEvent | CalendarQuestion, fromMs: number): CalendarQuestion[] {
  const isEvent = !('kind' in event);
  if (isLongOver(part, event.startMs, fromMs)) return [];
  if (isEvent) return event.isBusy ? event.questions : [];
  return part.isDamaged ? [] : [event];
}

const longMs = 31 * dayMs;

function isLongOver(part: Component, startMs: number | undefined, fromMs: number): boolean {
  const repeats = part.lines.some(({ name }) => ['RRULE', 'RDATE'].includes(name));
  return !repeats && startMs !== undefined && startMs < fromMs - longMs;
}

function freeBusy(part: Component, spend: () => void): { spans: Span[]; questions: CalendarQuestion[] } {
  const spans: Span[] = [];
  const questions: CalendarQuestion[] = [];
  const lines = linesOf(part, 'FREEBUSY').filter(
    ({ parameters }) => parameters.get('FBTYPE')?.toUpperCase() !== 'FREE',
  );
  for (const { value, line } of lines) {
    try {
      for (const text of value.split(',')) {
        spend();
        const { start, end, seconds } = readPeriod(text);
        // These are always of UTC.
        spans.push({ startMs: wallMs(start), endMs: end ? wallMs(end) : wallMs(start) + seconds * 1000 });
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      questions.push({ line, kind: 'event' });
    }
  }
  return { spans, questions };
}
