import type { Engine } from '#engine/engine.ts';
import { badRequest, type ErrorData, notFound } from '#engine/http/api-error.ts';
import type { RequestContext, Route } from '#engine/http/route.ts';
import { dateText, isZone, localDayOf } from '#rules/time/local-time.ts';
import { type Diary, findDiary } from './availability.store.ts';
import { slotsOf } from './find-slots.ts';
import { isParty } from './lesson-party.store.ts';
import { isoInstant, parseInstant } from './parse-instant.ts';

const dayMs = 86_400_000;
const maxDays = 92;
const maxStarts = 5000;

type Question = {
  instructor: string;
  fromMs: number;
  toMs: number;
  durationMinutes: number;
  zone: string;
  lesson: string;
};

/** GET /api/marketplace/slots (api.md, Diary): the free times of one instructor. Guests may ask. */
export function listSlotsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/slots',
    async handle(request) {
      const question = parseQuestion(request);
      if (question.lesson !== '' && !(await mayLeaveOut(engine, request, question.lesson))) throw notFound();
      const nowMs = engine.clock.nowMs();
      const diary = await findDiary(engine.db, { ...question, nowMs, exceptLesson: question.lesson });
      if (!diary || !maySee(diary, request)) throw notFound();
      if (!diary.lessonMinutes.includes(question.durationMinutes)) {
        throw refuse('durationMinutes', 'length_not_offered', 'This length is not offered.');
      }
      const slots = slotsOf(diary, { ...question, nowMs, limit: maxStarts + 1 });
      if (slots.length > maxStarts)
        throw refuse('to', 'too_many', `More than ${maxStarts} starts; ask for fewer days.`);
      const zone = question.zone || diary.working.timezone;
      const items = slots.map(({ startMs, endMs, priceCents }) => ({
        start: isoInstant(startMs),
        end: isoInstant(endMs),
        priceCents,
        localDate: dateText(localDayOf(zone, startMs)),
      }));
      return {
        status: 200,
        body: { items, calendarVersion: diary.calendarVersion, generatedAt: isoInstant(nowMs) },
      };
    },
  };
}

function maySee(diary: Diary, { auth }: RequestContext): boolean {
  return diary.isListed || auth?.isSuperuser === true || auth?.id === diary.userId || auth?.row.role === 'admin';
}

async function mayLeaveOut(engine: Engine, { auth }: RequestContext, lesson: string): Promise<boolean> {
  if (!auth) return false;
  return auth.isSuperuser || auth.row.role === 'admin' || isParty(engine.db, lesson, auth.id);
}

function refuse(field: string, code: string, message: string) {
  return badRequest('Invalid request.', { [field]: { code, message } });
}

function parseQuestion({ query }: RequestContext): Question {
  const errors: ErrorData = {};
  const fail = (field: string, code: string, message: string) => {
    errors[field] ??= { code, message };
  };
  if (!query.instructor) fail('instructor', 'validation_required', 'Cannot be blank.');
  const fromMs = parseInstant(query.from);
  const toMs = parseInstant(query.to);
  if (fromMs === undefined) fail('from', 'validation_invalid_value', 'Must be a time such as 2026-12-01T00:00:00Z.');
  if (toMs === undefined) fail('to', 'validation_invalid_value', 'Must be a time such as 2026-12-08T00:00:00Z.');
  if (fromMs !== undefined && toMs !== undefined) {
    if (toMs <= fromMs) fail('to', 'validation_invalid_value', 'Must be after from.');
    if (toMs - fromMs > maxDays * dayMs)
      fail('to', 'validation_invalid_value', `Must be at most ${maxDays} days after from.`);
  }
  const durationMinutes = Number(query.durationMinutes ?? '');
  if (!Number.isInteger(durationMinutes) || durationMinutes <= 0) {
    fail('durationMinutes', 'validation_invalid_value', 'Must be a number of minutes.');
  }
  const zone = query.timezone ?? '';
  if (zone !== '' && !isZone(zone))
    fail('timezone', 'validation_invalid_value', 'Must be a time zone such as Asia/Singapore.');
  if (Object.keys(errors).length > 0 || fromMs === undefined || toMs === undefined)
    throw badRequest('Invalid request.', errors);
  return { instructor: query.instructor ?? '', fromMs, toMs, durationMinutes, zone, lesson: query.lesson ?? '' };
}
