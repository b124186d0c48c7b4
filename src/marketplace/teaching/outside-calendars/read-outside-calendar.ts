import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { fetchOutside, NotFetched, type OutsideAnswer } from '#engine/http/fetch-outside.ts';
import { wireDate } from '#engine/wire-date.ts';
import { defaultHorizonDays } from '#rules/availability/list-slots.ts';
import { dayMs } from '#rules/time/durations.ts';
import { calendarBytes } from './outside-calendars.collection.ts';
import {
  findCalendar,
  keepProblem,
  keepReading,
  keepUnchanged,
  type ReadableCalendar,
} from './outside-calendars.store.ts';
import type { BusyQuestion } from './parse-busy-times.ts';
import { readApart } from './read-apart.ts';
import type { CalendarQuestion } from './read-event.ts';

const shortestAheadDays = 183;
const bounds = { maxBytes: calendarBytes, timeoutMs: 20_000, maxRedirects: 3 };

/** Calendars are asked over TLS only: what stands in them is private, and what they say decides who can book. */
const protocols = ['https:'] as const;

/**
 * Which addresses calendars may have. Our own is known by its name: another name that leads to this server shows no certificate of its own, and
 * its address may be shared with strangers where a proxy stands in front.
 */
export function calendarBounds({ publicUrl }: Engine) {
  return { protocols, isPortFixed: true, refusedHosts: [new URL(publicUrl).hostname] };
}

/**
 * Reads a calendar that an instructor keeps elsewhere and keeps its busy times. Asked outside any transaction, and only for what is new; once a day
 * in full, as half a year ahead ends a day later each day. What is in the way is kept as the calendar's problem, and the times of before stay.
 */
export async function readOutsideCalendar(
  engine: Engine,
  id: string,
  trustedOrigins: readonly string[],
): Promise<void> {
  const calendar = await findCalendar(engine.db, id);
  if (!calendar) return;
  const beganMs = engine.clock.nowMs();
  const allowed = { ...calendarBounds(engine), trustedOrigins };
  const outcome = await read(engine, calendar, { beganMs, allowed }).catch((error: unknown): Keep => {
    // Whatever it was, the next try is put off as after any other problem, and does not come again at once.
    engine.log.warn({ err: error, calendar: id }, 'A calendar kept elsewhere could not be read.');
    return (tx) => keepProblem(tx, { id, problem: 'unreadable', beganMs });
  });
  await engine.db.transaction(async (tx) => {
    publish(engine, tx, await outcome(tx));
  });
}

type Allowed = ReturnType<typeof calendarBounds> & { trustedOrigins: readonly string[] };
type Keep = (tx: Transaction) => Promise<Row | undefined>;

async function read(
  engine: Engine,
  calendar: ReadableCalendar,
  { beganMs, allowed }: { beganMs: number; allowed: Allowed },
): Promise<Keep> {
  const { id } = calendar;
  const failed = (problem: string) => (tx: Transaction) => keepProblem(tx, { id, problem, beganMs });
  if (calendar.url === '') {
    const parsed = await readApart(engine, questionOf(calendar, calendar.times, beganMs));
    if (!parsed.ok) return failed(parsed.problem);
    const reading = { id, beganMs, spans: parsed.spans, etag: '', lastModified: '', knownUntilMs: beganMs };
    return (tx) => keepReading(tx, reading);
  }
  const answer = await ask(calendar, { isFull: beganMs >= calendar.knownUntilMs, allowed });
  if ('problem' in answer) return failed(answer.problem);
  if (answer.status === 304) return (tx) => keepUnchanged(tx, id, beganMs);
  if (answer.status !== 200) return failed(problemOfStatus(answer.status));
  const parsed = await readApart(engine, questionOf(calendar, answer.bytes.toString('utf8'), beganMs));
  if (!parsed.ok) return failed(parsed.problem);
  const unread = { count: parsed.unread, questions: parsed.questions.map(wireQuestion) };
  const reading = { id, beganMs, spans: parsed.spans, unread, knownUntilMs: beganMs + dayMs };
  const { etag = '', 'last-modified': lastModified = '' } = answer.headers;
  return (tx) => keepReading(tx, { ...reading, etag, lastModified });
}

type Owned = Pick<ReadableCalendar, 'zone' | 'horizonDays' | 'owner'>;

/** What is asked of the text of a calendar: half a year ahead, or as far as its owner can be booked. */
export function questionOf({ zone, horizonDays, owner }: Owned, text: string, beganMs: number): BusyQuestion {
  const aheadDays = Math.max(shortestAheadDays, (horizonDays || defaultHorizonDays) + 8);
  return { text, zone, owners: [owner], fromMs: beganMs - dayMs, toMs: beganMs + aheadDays * dayMs };
}

/** A question as its owner is shown it. */
export function wireQuestion({ line, kind, startMs }: CalendarQuestion) {
  return { line, kind, start: startMs === undefined ? '' : wireDate(startMs) };
}

async function ask(
  { url, etag, lastModified }: ReadableCalendar,
  { isFull, allowed }: { isFull: boolean; allowed: Allowed },
): Promise<OutsideAnswer | { problem: string }> {
  const known = isFull
    ? {}
    : { ...(etag && { 'If-None-Match': etag }), ...(lastModified && { 'If-Modified-Since': lastModified }) };
  const headers = { Accept: 'text/calendar, */*;q=0.1', ...known };
  try {
    return await fetchOutside(url, { ...allowed, ...bounds, headers });
  } catch (error) {
    if (error instanceof NotFetched) return { problem: error.problem };
    throw error;
  }
}

function problemOfStatus(status: number): string {
  return [401, 403, 404, 410].includes(status) ? 'not_open' : 'unreachable';
}

function publish(engine: Engine, tx: Transaction, row: Row | undefined): void {
  if (!row) return;
  const collection = engine.collections.get('outside_calendars');
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}
