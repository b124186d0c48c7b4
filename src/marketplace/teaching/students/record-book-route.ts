import type { Engine } from '#engine/engine.ts';
import { notFound } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import { dateText, localDayOf, localMinuteOf } from '#rules/time/local-time.ts';
import { exportsIn } from '#texts/by-language/exports.ts';
import { answerPdf } from '../../platform/exports/answer-pdf.ts';
import type { Figures } from '../../platform/exports/write-pdf.ts';
import { type BookOwner, findBookOwner, type LessonRow, listLessonsOf } from './student.store.ts';
import { openStudent } from './student-route.ts';

/**
 * `GET /api/marketplace/students/:id/record-book.pdf`: the learner's part of the instructor's training record book (docs/rules.md, a3): date, time
 * vehicle and fee of each lesson given, and the instructor with the licence. What Kerbside does not keep, such as the identity number, is left to be
 * filled in.
 */
export function recordBookRoute(engine: Engine): Route<Buffer> {
  return {
    method: 'GET',
    path: '/api/marketplace/students/:id/record-book.pdf',
    isTakenAway: true,
    async handle(request) {
      const { auth, instructor, student } = await openStudent(engine, request);
      const [owner, lessons] = await Promise.all([
        findBookOwner(engine.db, instructor),
        listLessonsOf(engine.db, { instructor, learner: student.id, ownLearner: student.ownLearner }),
      ]);
      if (!owner) throw notFound();
      const given = lessons.filter(({ isTaught }) => isTaught).reverse();
      const nowMs = engine.clock.nowMs();
      const language = String(auth.row.language ?? '');
      const figures = bookFigures({ owner, name: student.name, given, nowMs, language });
      return answerPdf(engine, { ...request, auth }, { figures, name: 'kerbside-record-book.pdf', madeMs: nowMs });
    },
  };
}

type Book = { owner: BookOwner; name: string; given: readonly LessonRow[]; nowMs: number; language: string };

function bookFigures({ owner, name, given, nowMs, language }: Book): Figures {
  const texts = exportsIn(language);
  const { timezone: zone } = owner;
  const minutes = given.reduce((sum, { durationMinutes }) => sum + durationMinutes, 0);
  const toFillIn = '______________________________';
  return {
    title: texts.recordBook,
    subtitle: dateText(localDayOf(zone, nowMs)),
    facts: [
      [texts.instructor, owner.name],
      [texts.instructorsLicence, toFillIn],
      [texts.licenceValidUntil, owner.licenceExpiresOn || toFillIn],
      [texts.vehicleToday, [owner.vehiclePlate, owner.vehicleModel].filter(Boolean).join(', ')],
      [texts.learner, name],
      [texts.learnersAddress, toFillIn],
      [texts.learnersIdentityNumber, toFillIn],
      [texts.learnersLicence, toFillIn],
    ],
    head: [texts.date, texts.time, texts.length, texts.vehicle, texts.practised, texts.price],
    rows: given.map(({ startMs, endMs, durationMinutes, priceCents, log }) => [
      dateText(localDayOf(zone, startMs)),
      `${clockOf(zone, startMs)}–${clockOf(zone, endMs)}`,
      texts.lessonMinutes({ minutes: durationMinutes }),
      plateAt(owner, startMs) || '__________',
      texts.skillCount({ count: log?.skills.length ?? 0 }),
      formatCents(priceCents),
    ]),
    sums: [
      [texts.hoursTaught, String(Math.round(minutes / 6) / 10)],
      [texts.feesOfLessons, formatCents(given.reduce((sum, { priceCents }) => sum + priceCents, 0))],
    ],
    note: texts.recordBookNote,
  };
}

/** The car of a lesson: that of the newest change before it, or today's where there was none; empty where nobody knows which one the first change replaced. */
function plateAt({ plates, vehiclePlate }: BookOwner, startMs: number): string {
  if (plates.length === 0) return vehiclePlate;
  return plates.findLast(({ fromMs }) => fromMs <= startMs)?.plate ?? '';
}

function clockOf(zone: string, instantMs: number): string {
  const minute = localMinuteOf(zone, instantMs);
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
