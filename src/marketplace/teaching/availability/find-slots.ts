import type { Queryable } from '#engine/database/database.ts';
import { learnerTest } from '#rules/availability/learner-times.ts';
import { listSlots } from '#rules/availability/list-slots.ts';
import type { Span } from '#rules/availability/spans.ts';
import { lessonCents } from '#rules/lessons/quote-lesson.ts';
import type { Point } from '#rules/places/distance-km.ts';
import { findPostalSector } from '#rules/places/postal-sectors.ts';
import { dayMs } from '#rules/time/durations.ts';
import { dateText, instantOf, localDayOf } from '#rules/time/local-time.ts';
import { type Diary, findDiary } from './availability.store.ts';

export type PricedSlot = Span & { priceCents: number };

/**
 * The slots of a diary with what each costs; for a pick-up that is known, or that of the lesson which is left out. Where the diary was asked for a learner, only
 * those that the learner can book.
 */
export function slotsOf(
  diary: Diary,
  question: {
    fromMs: number;
    toMs: number;
    nowMs: number;
    durationMinutes: number;
    limit?: number;
    pickup?: Point | undefined;
  },
): PricedSlot[] {
  if (!diary.isListed || !diary.lessonMinutes.includes(question.durationMinutes)) return [];
  const { offer, working, taken } = diary;
  const pickup = question.pickup ?? diary.pickup;
  const slots = listSlots({ offer, working, taken, ...question, pickup });
  const { durationMinutes } = question;
  const isLearners = learnerTest(diary.learner, diary.bounds, pickup) ?? always;
  return slots
    .filter((slot) => isLearners(slot) && isInPackage(diary, slot))
    .map((slot) => ({ ...slot, priceCents: lessonCents(diary.prices, slot.startMs, durationMinutes) }));
}

function always(): boolean {
  return true;
}

// Minutes pay for days within their package: the lesson can be put off no further.
function isInPackage({ moving, working }: Diary, { startMs }: Span): boolean {
  if (!moving || moving.lastDate === '' || startMs <= moving.startMs) return true;
  return dateText(localDayOf(working.timezone, startMs)) <= moving.lastDate;
}

/** The slots of an instructor within a span that the learner can book; none when there is no such instructor. */
export async function findFreeSlots(
  db: Queryable,
  question: {
    instructor: string;
    learner: string;
    fromMs: number;
    toMs: number;
    nowMs: number;
    durationMinutes: number;
    /** Where the learner wants to be picked up, if that is known. */
    postalCode?: string;
    /** So many first ones are looked at. */
    limit?: number;
  },
): Promise<PricedSlot[]> {
  const diary = await findDiary(db, question);
  if (!diary) return [];
  return slotsOf(diary, { ...question, pickup: findPostalSector(question.postalCode ?? '') });
}

export type DayQuestion = {
  instructor: string;
  learner: string;
  durationMinutes: number;
  nowMs: number;
  instantMs: number;
  /** Where the learner wants to be picked up, if that is known. */
  postalCode?: string;
  /** A lesson whose own time counts as free, because it is the one that moves. */
  exceptLesson?: string;
};

/**
 * The slots of an instructor on the local date of an instant, in the instructor's zone, that the learner can book; none when
 * there is no such instructor.
 */
export async function findSlotsOfDay(
  db: Queryable,
  { durationMinutes, instantMs, ...question }: DayQuestion,
): Promise<PricedSlot[]> {
  const diary = await findDiary(db, { ...question, fromMs: instantMs - dayMs, toMs: instantMs + dayMs });
  if (!diary) return [];
  const zone = diary.working.timezone;
  const day = localDayOf(zone, instantMs);
  const span = { fromMs: instantOf(zone, day, 0), toMs: instantOf(zone, day + 1, 0) };
  const pickup = findPostalSector(question.postalCode ?? '');
  return slotsOf(diary, { ...span, nowMs: question.nowMs, durationMinutes, pickup });
}
