import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound, refuseCall, unauthorized } from '#engine/http/api-error.ts';
import type { Answer, RequestContext, Route } from '#engine/http/route.ts';
import { learnerTest } from '#rules/availability/learner-times.ts';
import type { Span } from '#rules/availability/spans.ts';
import { findPostalSector, isPostalCode, type PostalSector } from '#rules/places/postal-sectors.ts';
import { dayMs } from '#rules/time/durations.ts';
import { dateText, instantOf, isZone, localDayOf } from '#rules/time/local-time.ts';
import type { Slot, SlotsAnswer } from '#wire/booking.ts';
import { isoInstant, parseAskedInstant } from '../../platform/reads/parse-instant.ts';
import { noteAskedPlace } from './asked-places.ts';
import { type Diary, findCalendarVersion, findDiary, findLearnerView } from './availability.store.ts';
import { askingLearner } from './find-learner-times.ts';
import { type PricedSlot, slotsOf } from './find-slots.ts';
import { isParty } from './lesson-party.store.ts';
import { mayActFor, mayActForAll } from './may-act-for.ts';
import { createSlotMemory, type RememberedSlots } from './slot-memory.ts';

const maxDays = 92;
const maxStarts = 5000;

type Question = {
  instructor: string;
  fromMs: number;
  toMs: number;
  durationMinutes: number;
  zone: string;
  lesson: string;
  /** Where the learner wants to be picked up. */
  pickup: PostalSector | undefined;
};

/**
 * GET /api/marketplace/slots (docs/api.md): the free times of one instructor. Guests may ask, but not for a pick-up: what it leaves free tells where
 * others are picked up, to a postal sector, and so nobody asks for many of them (asked-places.ts). An answer is worked out once for a version of
 * the calendar and then sent as it is while neither the calendar nor the time changes it: a repeated question costs one small query. Of learners who are signed in
 * the same query tells what is known of them, and times that they could not book are left out.
 */
export function listSlotsRoute(engine: Engine): Route<SlotsAnswer | Buffer> {
  const memory = createSlotMemory();
  // Versions of calendars went back with the rows: an old answer may have a number that is valid again.
  engine.restoration.add(memory.forgetAll);
  // For one sector too many the answer is that for no pick-up.
  const boundQuestion = async (question: Question, { auth }: RequestContext): Promise<Question> => {
    if (!question.pickup) return question;
    if (!auth) throw unauthorized();
    const isKnown = mayActForAll(auth) || (await noteAskedPlace(engine, auth.id, question.pickup.sector));
    return isKnown ? question : { ...question, pickup: undefined };
  };
  return {
    method: 'GET',
    path: '/api/marketplace/slots',
    async handle(request) {
      const nowMs = engine.clock.nowMs();
      const question = await boundQuestion(parseQuestion(request), request);
      if (question.lesson !== '' && !(await mayLeaveOut(engine, request, question.lesson))) throw notFound();
      const view = await viewOf(engine, request, { ...question, nowMs });
      if (view === undefined) throw notFound();
      const { version } = view;
      const key = Object.values({ ...question, pickup: question.pickup?.sector }).join('|');
      let tail = question.lesson === '' ? memory.find(key, version, nowMs) : undefined;
      if (!tail) {
        const answer = await workOut(engine, request, { ...question, nowMs });
        tail = answer.tail;
        if (answer.isPublic) memory.remember(key, answer);
      }
      return sendSlots(request, view.isTheirs ? only(tail, view.isTheirs) : tail, nowMs);
    },
  };
}

type View = { version: number; isTheirs?: ((slot: Span) => boolean) | undefined };

/** The version of the calendar, and which times a learner who asks can book; undefined for no instructor. */
async function viewOf(
  engine: Engine,
  request: RequestContext,
  question: Question & { nowMs: number },
): Promise<View | undefined> {
  const learner = askingLearner(request.auth);
  // What is left out of busy times is a lesson of the learner: the diary itself is asked for them.
  if (learner === '' || question.lesson !== '') {
    const version = await findCalendarVersion(engine.db, question.instructor);
    return version === undefined ? undefined : { version };
  }
  const view = await findLearnerView(engine.db, { ...question, learner });
  if (!view) return undefined;
  const isOwner = view.userId === learner;
  return {
    version: view.version,
    isTheirs: isOwner ? undefined : learnerTest(view.learner, view.bounds, question.pickup),
  };
}

/** An answer with some of its times alone. */
function only(tail: Buffer, isTheirs: (slot: Span) => boolean): Buffer {
  const known: Omit<SlotsAnswer, 'generatedAt'> = JSON.parse(`{${tail}`);
  const items = known.items.filter(({ start, end }) =>
    isTheirs({ startMs: Date.parse(start), endMs: Date.parse(end) }),
  );
  return Buffer.from(JSON.stringify({ ...known, items }).slice(1));
}

function sendSlots({ query }: RequestContext, tail: Buffer, nowMs: number): Answer<SlotsAnswer | Buffer> {
  const bytes = Buffer.concat([Buffer.from(`{"generatedAt":"${isoInstant(nowMs)}",`), tail]);
  // Somebody who wants only some of the fields gets them picked from the object.
  if (query.fields) return { status: 200, body: JSON.parse(bytes.toString()) };
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: bytes };
}

async function workOut(
  engine: Engine,
  request: RequestContext,
  question: Question & { nowMs: number },
): Promise<RememberedSlots & { isPublic: boolean }> {
  const { durationMinutes, nowMs } = question;
  // A learner who moves a lesson; instructors are not told when somebody drives with others.
  const learner = question.lesson === '' ? '' : askingLearner(request.auth);
  const diary = await findDiary(engine.db, { ...question, exceptLesson: question.lesson, learner });
  if (!diary || !(diary.isListed || mayActFor(diary, request.auth))) throw notFound();
  if (!diary.lessonMinutes.includes(durationMinutes)) {
    throw refuseCall('durationMinutes', 'length_not_offered', 'This length is not offered.');
  }
  const slots = slotsOf(diary, { ...question, limit: maxStarts + 1 });
  if (slots.length > maxStarts)
    throw refuseCall('to', 'too_many', `More than ${maxStarts} starts; ask for fewer days.`);
  const zone = question.zone || diary.working.timezone;
  const items = slots.map(
    ({ startMs, endMs, priceCents }): Slot => ({
      start: isoInstant(startMs),
      end: isoInstant(endMs),
      priceCents,
      localDate: dateText(localDayOf(zone, startMs)),
    }),
  );
  // All of a `SlotsAnswer` but when it was generated, which stands before it.
  const tail: Omit<SlotsAnswer, 'generatedAt'> = { items, calendarVersion: diary.calendarVersion };
  return {
    calendarVersion: diary.calendarVersion,
    validUntilMs: validUntil(diary, slots, nowMs),
    tail: Buffer.from(JSON.stringify(tail).slice(1)),
    isPublic: diary.isListed && question.lesson === '',
  };
}

/** Time alone changes an answer when the first start falls into the notice, a hold runs out, or a new day comes into the horizon. */
function validUntil(diary: Diary, slots: readonly PricedSlot[], nowMs: number): number {
  const zone = diary.working.timezone;
  const firstStart = slots[0]?.startMs ?? Number.POSITIVE_INFINITY;
  const tomorrow = instantOf(zone, localDayOf(zone, nowMs) + 1, 0);
  return Math.min(firstStart - diary.offer.minNoticeMinutes * 60_000 + 1, diary.firstHoldEndsMs, tomorrow);
}

async function mayLeaveOut(engine: Engine, { auth }: RequestContext, lesson: string): Promise<boolean> {
  if (!auth) return false;
  return mayActForAll(auth) || isParty(engine.db, lesson, auth.id);
}

function parseQuestion({ query }: RequestContext): Question {
  const errors: ErrorData = {};
  if (!query.instructor) errors.instructor = { code: 'validation_required', message: 'Cannot be blank.' };
  const span = parseSpan(query, errors);
  const durationMinutes = Number(query.durationMinutes ?? '');
  if (!Number.isInteger(durationMinutes) || durationMinutes <= 0) {
    errors.durationMinutes = invalid('Must be a number of minutes.');
  }
  const zone = query.timezone ?? '';
  if (zone !== '' && !isZone(zone)) errors.timezone = invalid('Must be a time zone such as Asia/Singapore.');
  const pickup = findPostalSector(query.postalCode ?? '');
  if (query.postalCode && !isPostalCode(query.postalCode)) {
    const message = 'Must be a Singapore postal code of six digits.';
    errors.postalCode = { code: 'validation_invalid_postal_code', message };
  }
  if (!span || Object.keys(errors).length > 0) throw badRequest('Invalid request.', errors);
  return { instructor: query.instructor ?? '', ...span, durationMinutes, zone, lesson: query.lesson ?? '', pickup };
}

function parseSpan(query: RequestContext['query'], errors: ErrorData): { fromMs: number; toMs: number } | undefined {
  const fromMs = parseAskedInstant(query.from);
  const toMs = parseAskedInstant(query.to);
  if (fromMs === undefined) errors.from = invalid('Must be a time such as 2026-12-01T00:00:00Z.');
  if (toMs === undefined) errors.to = invalid('Must be a time such as 2026-12-08T00:00:00Z.');
  if (fromMs === undefined || toMs === undefined) return undefined;
  if (toMs <= fromMs) errors.to = invalid('Must be after from.');
  else if (toMs - fromMs > maxDays * dayMs) errors.to = invalid(`Must be at most ${maxDays} days after from.`);
  return { fromMs, toMs };
}

function invalid(message: string) {
  return { code: 'validation_invalid_value', message };
}
