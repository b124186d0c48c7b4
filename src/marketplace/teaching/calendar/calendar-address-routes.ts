import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { tokenAlphabet } from '#engine/random.ts';
import type { CalendarAddressAnswer } from '#wire/calendar.ts';
import { requireUser } from '../../people/users/require-user.ts';
import { announceAccountChange } from '../../talk/notifications/announce-account-change.ts';
import { findOwner, findToken, removeToken, writeToken } from './calendar-address.store.ts';
import { findShownLessons } from './find-shown-lessons.ts';
import { writeFeed } from './write-lesson-ics.ts';

const path = '/api/marketplace/calendar-address';
const renewals = {
  max: 10,
  seconds: 3600,
  message: 'Your calendar address was renewed several times just now. Try again in an hour.',
};
const reads = { max: 60, seconds: 3600, message: 'This calendar was read too often. Try again later.' };
const isPrivate = { 'Cache-Control': 'private, no-store' };

/** The address of one's own calendar, and what calendar programs read there. */
export function calendarAddressRoutes(engine: Engine): Route[] {
  const answer = (token: string | undefined) => ({
    status: 200,
    headers: isPrivate,
    body: addressesOf(engine, token),
  });
  return [
    {
      method: 'GET',
      path,
      isTakenAway: true,
      handle: async ({ auth }) => answer(await findToken(engine.db, requireUser(auth).id)),
    } satisfies Route<CalendarAddressAnswer>,
    // A new address; the one before ends at once, and the owner is told: it opens the calendar to whoever has it.
    {
      method: 'POST',
      path,
      async handle({ auth }) {
        const user = requireUser(auth).id;
        await refuseTooManyAttempts(engine, { key: `calendar-address:${user}`, ...renewals });
        const token = engine.random.text(40, tokenAlphabet);
        const nowMs = engine.clock.nowMs();
        await engine.db.transaction(async (tx) => {
          await writeToken(tx, { user, token, nowMs });
          await announceAccountChange(engine, tx, { user, change: 'calendar_address', cause: String(nowMs) });
        });
        return answer(token);
      },
    } satisfies Route<CalendarAddressAnswer>,
    {
      method: 'DELETE',
      path,
      async handle({ auth }) {
        await removeToken(engine.db, requireUser(auth).id);
        return { status: 204, headers: isPrivate };
      },
    } satisfies Route<never>,
    feedRoute(engine),
  ];
}

/** What a program subscribes to as a file, and what it opens as a CalDAV account. */
function addressesOf({ publicUrl }: Engine, token: string | undefined): CalendarAddressAnswer {
  if (token === undefined) return { url: null, caldavUrl: null };
  const address = `${publicUrl}/api/marketplace/calendar/${token}`;
  return { url: `${address}.ics`, caldavUrl: `${address}/` };
}

/**
 * `GET /api/marketplace/calendar/:token.ics`: the lessons of the address's owner (`find-shown-lessons.ts`). 404 for an address that ended, 429 after
 * sixty reads in an hour.
 */
function feedRoute(engine: Engine): Route<string> {
  return {
    method: 'GET',
    path: '/api/marketplace/calendar/:token.ics',
    async handle({ params }) {
      const user = await findOwner(engine.db, params.token ?? '');
      if (user === undefined) throw notFound();
      await refuseTooManyAttempts(engine, { key: `calendar-feed:${user}`, ...reads });
      const shown = await findShownLessons(engine, user);
      const organizer = { name: engine.sender.name, email: engine.sender.address };
      const body = writeFeed(shown, { nowMs: engine.clock.nowMs(), publicUrl: engine.publicUrl, organizer });
      const headers = { ...isPrivate, 'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH' };
      return { status: 200, headers, body };
    },
  };
}
