import type { Engine } from '#engine/engine.ts';
import { notFound, unauthorized } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { isUsual, startsToOffer, usualTime } from '#rules/lessons/usual-time.ts';
import { dateText, localDayOf, localMinuteOf, weekdayOf } from '#rules/time/local-time.ts';
import { findFreeSlots } from '../../availability/find-slots.ts';
import { isoInstant } from '../../availability/parse-instant.ts';
import { readPdlEnd } from '../../licence/read-road.ts';
import { fileUrl } from '../../reads/file-url.ts';
import { type EarlierLesson, listEarlierLessons } from './rebook.store.ts';

const offered = 4;
const dayMs = 86_400_000;
const lookAheadDays = 28;

/**
 * `GET /api/marketplace/rebook?instructor=`: the next times of an instructor with whom the signed-in learner has driven (without `instructor`, the latest
 * one), those at the learner's usual time first, with the last length and pick-up. 401 for guests, 404 without such a lesson.
 */
export function rebookRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/rebook',
    async handle({ auth, query }) {
      if (!auth) throw unauthorized();
      const lessons = await listEarlierLessons(engine.db, auth.id, query.instructor ?? '');
      const [last] = lessons;
      if (!last) throw notFound();
      const { instructor, name, photo, timezone, pickup, postalCode } = last;
      const durationMinutes = lengthOf(last);
      const items = await offerTimes(engine, auth.id, { lessons, last, durationMinutes });
      const body = {
        instructor: { id: instructor, name, photoUrl: fileUrl('instructors', instructor, photo), timezone },
        durationMinutes,
        pickup,
        postalCode,
        items,
      };
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

/** The last length where it is still on offer, else the shortest. */
function lengthOf({ durationMinutes, lessonMinutes }: EarlierLesson): number {
  return lessonMinutes.includes(durationMinutes) ? durationMinutes : Math.min(...lessonMinutes, 60);
}

type Wanted = { lessons: readonly EarlierLesson[]; last: EarlierLesson; durationMinutes: number };

async function offerTimes(engine: Engine, learner: string, { lessons, last, durationMinutes }: Wanted) {
  const nowMs = engine.clock.nowMs();
  const span = { fromMs: nowMs, toMs: nowMs + lookAheadDays * dayMs };
  const [slots, pdlEnd] = await Promise.all([
    findFreeSlots(engine.db, { instructor: last.instructor, learner, durationMinutes, nowMs, ...span }),
    readPdlEnd(engine.db, learner),
  ]);
  const zone = last.timezone;
  const timeOf = (startMs: number) => {
    const day = localDayOf(zone, startMs);
    return { day, weekday: weekdayOf(day), minute: localMinuteOf(zone, startMs) };
  };
  const usual = usualTime(lessons.map(({ startMs }) => timeOf(startMs)));
  const free = slots
    .map((slot) => ({ ...slot, ...timeOf(slot.startMs) }))
    .filter(({ day }) => pdlEnd === '' || dateText(day) <= pdlEnd);
  return startsToOffer(free, usual, offered).map((slot) => ({
    start: isoInstant(slot.startMs),
    end: isoInstant(slot.endMs),
    priceCents: slot.priceCents,
    isUsual: isUsual(slot, usual),
  }));
}
