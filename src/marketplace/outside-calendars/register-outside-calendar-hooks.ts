import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { findAddressProblem } from '#engine/http/fetch-outside.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { limitReads } from './limit-reads.ts';
import { countCalendars, putOff } from './outside-calendars.store.ts';
import { betweenReadsMs, readCalendarJob } from './queue-calendar-reads.ts';
import { calendarBounds, readOutsideCalendar } from './read-outside-calendar.ts';

/** How many an instructor has here, and before the profile is sent in. */
const maxCalendars = 5;
const maxOfDraft = 2;

const messages = {
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
      takeAddress(event, { ...calendarBounds(engine), trustedOrigins });
      // Who removes it and adds it again would have others' servers asked as often.
      if (event.auth && !event.auth.isSuperuser) await limitReads(engine, event.auth.id);
    },
    async insideCreate({ tx, record }) {
      const { count = 0, isDraft = true } = (await countCalendars(tx, String(record.instructor))) ?? {};
      if (count > (isDraft ? maxOfDraft : maxCalendars)) {
        const message = isDraft
          ? `You have ${maxOfDraft} calendars here already. Send in your profile to add more.`
          : `You have ${maxCalendars} calendars here already. Remove one first.`;
        throw badRequest('Failed to create record.', { url: { code: 'too_many_calendars', message } });
      }
      const calendar = String(record.id);
      const isRead = await putOff(tx, calendar, engine.clock.nowMs() + betweenReadsMs);
      if (isRead) await engine.jobs.add(tx, readCalendarJob, { calendar });
    },
  });
}

// Apple's programs write `webcal:` for what is asked by https.
function takeAddress({ record }: RecordEvent, bounds: Parameters<typeof findAddressProblem>[1]): void {
  const address = String(record.url)
    .trim()
    .replace(/^webcals?:/i, 'https:');
  const problem = findAddressProblem(address, bounds);
  if (problem === 'not_an_address' || problem === 'private_address') {
    throw badRequest('Failed to create record.', { url: { code: problem, message: messages[problem] } });
  }
  const url = new URL(address);
  url.hash = '';
  record.url = url.href;
  record.host = url.hostname;
}
