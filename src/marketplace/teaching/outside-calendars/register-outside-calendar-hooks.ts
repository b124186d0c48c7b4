import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseCreate } from '#engine/http/api-error.ts';
import { callerOf } from '#engine/http/caller-of.ts';
import { findAddressProblem } from '#engine/http/fetch-outside.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import type { Span } from '#rules/availability/spans.ts';
import { limitReads } from './limit-reads.ts';
import { countCalendars, findCalendarOwner, keepFile, putOff } from './outside-calendars.store.ts';
import { betweenReadsMs, readCalendarJob } from './queue-calendar-reads.ts';
import { readApart } from './read-apart.ts';
import { calendarBounds, questionOf, readOutsideCalendar, wireQuestion } from './read-outside-calendar.ts';

/** How many an instructor has here, and before the profile is sent in. */
const maxCalendars = 5;
const maxOfDraft = 2;

const messages = {
  one_of_both: 'Send an address or a file, not both.',
  has_an_address: 'This calendar is read from its address. Add the file as a calendar of its own.',
  not_an_address: 'Enter an address that begins with https:// or webcal://, without a port.',
  private_address:
    'This address is inside a private network, or ours. Enter one that anybody on the internet can open.',
};

/** What a calendar kept elsewhere must say of itself; it is read for the first time at once. */
export function registerOutsideCalendarHooks(engine: Engine, trustedOrigins: readonly string[]): void {
  engine.jobs.handle(readCalendarJob, {
    run: ({ calendar }) => readOutsideCalendar(engine, String(calendar), trustedOrigins),
    isSlow: true,
  });
  engine.hooks.on('outside_calendars', {
    async beforeCreate(event) {
      const isFile = event.record.file !== '';
      event.record.questions = [];
      if (isFile && event.record.url !== '') throw refused(event, 'url', 'one_of_both');
      if (!isFile) takeAddress(event, { ...calendarBounds(engine), trustedOrigins });
      // Who removes it and adds it again would have others' servers asked as often.
      if (event.auth && !event.auth.isSuperuser) await limitReads(engine, event.auth.id);
      if (isFile) await takeFile(engine, event);
    },
    async beforeUpdate(event) {
      if (event.record.file === '') return;
      if (event.record.url !== '') throw refused(event, 'file', 'has_an_address');
      if (event.auth && !event.auth.isSuperuser) await limitReads(engine, event.auth.id);
      await takeFile(engine, event);
    },
    async insideUpdate(event) {
      await keepTaken(event);
    },
    async insideCreate(event) {
      const { tx, record } = event;
      const { count = 0, isDraft = true } = (await countCalendars(tx, String(record.instructor))) ?? {};
      if (count > (isDraft ? maxOfDraft : maxCalendars)) {
        const message = isDraft
          ? `You have ${maxOfDraft} calendars here already. Send in your profile to add more.`
          : `You have ${maxCalendars} calendars here already. Remove one first.`;
        throw refuseCreate('url', 'too_many_calendars', message);
      }
      if (await keepTaken(event)) return;
      const calendar = String(record.id);
      const isRead = await putOff(tx, calendar, engine.clock.nowMs() + betweenReadsMs);
      if (isRead) await engine.jobs.add(tx, readCalendarJob, { calendar });
    },
  });
}

// Apple's programs write `webcal:` for what is asked by https.
function takeAddress(event: RecordEvent, bounds: Parameters<typeof findAddressProblem>[1]): void {
  const { record } = event;
  if (record.url === '') {
    throw badRequest(refusal(event), { url: { code: 'validation_required', message: 'Cannot be blank.' } });
  }
  const address = String(record.url)
    .trim()
    .replace(/^webcals?:/i, 'https:');
  const problem = findAddressProblem(address, bounds);
  if (problem === 'not_an_address' || problem === 'private_address') {
    throw refused(event, 'url', problem);
  }
  const url = new URL(address);
  url.hash = '';
  record.url = url.href;
  record.host = url.hostname;
}

function refused(event: RecordEvent, field: 'url' | 'file', code: keyof typeof messages) {
  return badRequest(refusal(event), { [field]: { code, message: messages[code] } });
}

function refusal({ original }: RecordEvent): string {
  return original ? 'Failed to update record.' : 'Failed to create record.';
}

type Taken = { spans: readonly Span[]; times: string; beganMs: number };

/** What was read of files that are about to be kept. */
const taken = new WeakMap<RecordEvent['body'], Taken>();

/** Reads a file that was sent, apart and by the bounds of one that is fetched; only its times are kept. What is in the way is its problem, and the times of before stay. */
async function takeFile(engine: Engine, { record, body, db, auth, from }: RecordEvent): Promise<void> {
  const bytes = ['file', '+file', 'file+'].flatMap((name) => body.files[name] ?? []).at(-1)?.bytes;
  const owner = await findCalendarOwner(db, String(record.instructor));
  // It is stored nowhere: what the record does not name is not kept.
  record.file = '';
  if (!bytes || !owner) return;
  const beganMs = engine.clock.nowMs();
  const question = { ...questionOf(owner, bytes.toString('utf8'), beganMs), isKept: true };
  const answer = await readApart(engine, question, { sender: callerOf(auth, from?.ip) });
  record.triedAt = wireDate(beganMs);
  if (!answer.ok) {
    record.problem = answer.problem;
    record.failingSince ||= wireDate(beganMs);
    return;
  }
  record.readAt = wireDate(beganMs);
  record.problem = '';
  record.failingSince = '';
  record.unreadEvents = answer.unread;
  record.questions = answer.questions.map(wireQuestion);
  taken.set(body, { spans: answer.spans, times: answer.kept, beganMs });
}

/** Keeps what was read of a file, in the transaction of its record; whether there was one. */
async function keepTaken({ tx, record, body }: InsideEvent): Promise<boolean> {
  const file = taken.get(body);
  if (file) await keepFile(tx, { id: String(record.id), ...file });
  return file !== undefined || record.url === '';
}
