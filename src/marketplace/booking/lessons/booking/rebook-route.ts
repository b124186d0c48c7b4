import type { Engine } from '#engine/engine.ts';
import { unauthorized } from '#engine/http/api-error.ts';
import type { Answer, Route } from '#engine/http/route.ts';
import { isUsual, startsToOffer, usualTime } from '#rules/lessons/usual-time.ts';
import { dayMs } from '#rules/time/durations.ts';
import { localDayOf, localMinuteOf, weekdayOf } from '#rules/time/local-time.ts';
import type { BookAgainAnswer } from '#wire/booking.ts';
import { fileUrl } from '../../../platform/reads/file-url.ts';
import { isoInstant } from '../../../platform/reads/parse-instant.ts';
import { findFreeSlots } from '../../../teaching/availability/find-slots.ts';
import { type EarlierLesson, listEarlierLessons, listOwnStarts } from './rebook.store.ts';

const offered = 4;
const lookAheadDays = 28;
/** All quarters of an hour of those days. */
const mostStarts = lookAheadDays * 96;

/**
 * `GET /api/marketplace/rebook?instructor=`: the next times of an instructor with whom the signed-in learner has driven (without `instructor`, the latest
 * one), those at the learner's usual time first, with the last length and pick-up. Without such a lesson there is nothing to offer: `instructor` is null. 401
 * for guests.
 */
export function rebookRoute(engine: Engine): Route<BookAgainAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/rebook',
    async handle({ auth, query }) {
      if (!auth) throw unauthorized();
      const lessons = await listEarlierLessons(engine.db, auth.id, query.instructor ?? '');
      const [last] = lessons;
      if (!last) return answerOf({ instructor: null, durationMinutes: 0, pickup: '', postalCode: '', items: [] });
      const { instructor, name, photo, timezone, pickup, postalCode } = last;
      const durationMinutes = lengthOf(last);
      const items = await offerTimes(engine, auth.id, { lessons, last, durationMinutes });
      return answerOf({
        instructor: { id: instructor, name, photoUrl: fileUrl('instructors', instructor, photo), timezone },
        durationMinutes,
        pickup,
        postalCode,
        items,
      });
    },
  };
}

function answerOf(body: BookAgainAnswer): Answer<BookAgainAnswer> {
  return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
}

/** The last length where it is still on offer, else the shortest. */
function lengthOf({ durationMinutes, lessonMinutes }: EarlierLesson): number {
  return lessonMinutes.includes(durationMinutes) ? durationMinutes : Math.min(...lessonMinutes, 60);
}

type Wanted = { lessons: readonly EarlierLesson[]; last: EarlierLesson; durationMinutes: number };

async function offerTimes(engine: Engine, learner: string, { lessons, last, durationMinutes }: Wanted) {
  const nowMs = engine.clock.nowMs();
  const span = { fromMs: nowMs, toMs: nowMs + lookAheadDays * dayMs };
  const own = { learner, instructor: last.instructor, nowMs };
  const [slots, ownStarts] = await Promise.all([
    findFreeSlots(engine.db, { ...own, durationMinutes, postalCode: last.postalCode, ...span, limit: mostStarts }),
    // A day before and after, whatever the zone.
    listOwnStarts(engine.db, { ...own, fromMs: span.fromMs - dayMs, toMs: span.toMs + dayMs }),
  ]);
  const zone = last.timezone;
  const ownDays = ownStarts.map((startMs) => localDayOf(zone, startMs));
  const timeOf = (startMs: number) => {
    const day = localDayOf(zone, startMs);
    return { day, weekday: weekdayOf(day), minute: localMinuteOf(zone, startMs) };
  };
  const usual = usualTime(lessons.map(({ startMs }) => timeOf(startMs)));
  const free = slots
    .map((slot) => ({ ...slot, ...timeOf(slot.startMs) }))
    // Nobody who drives on a day looks for a second lesson of that day: after a single one its own hour would be the usual time.
    .filter(({ day }) => !ownDays.includes(day));
  return startsToOffer(free, usual, offered).map((slot) => ({
    start: isoInstant(slot.startMs),
    end: isoInstant(slot.endMs),
    priceCents: slot.priceCents,
    isUsual: isUsual(slot, usual),
  }));
}
