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
  if (!query.instructor) errors.instructor = { code: 'validation_required', message: 'Cannot be blank.' };
  const span = parseSpan(query, errors);
  const durationMinutes = Number(query.durationMinutes ?? '');
  if (!Number.isInteger(durationMinutes) || durationMinutes <= 0) {
    errors.durationMinutes = invalid('Must be a number of minutes.');
  }
  const zone = query.timezone ?? '';
  if (zone !== '' && !isZone(zone)) errors.timezone = invalid('Must be a time zone such as Asia/Singapore.');
  if (!span || Object.keys(errors).length > 0) throw badRequest('Invalid request.', errors);
  return { instructor: query.instructor ?? '', ...span, durationMinutes, zone, lesson: query.lesson ?? '' };
}

function parseSpan(query: RequestContext['query'], errors: ErrorData): { fromMs: number; toMs: number } | undefined {
  const fromMs = parseInstant(query.from);
  const toMs = parseInstant(query.to);
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
