import { isLesson } from '#rules/lessons/lesson-states.ts';
import type { LessonView } from './dashboard.store.ts';
import type { DashboardLesson } from './dashboard-answer.ts';

const phoneHours = 24;

/** An instant in epoch milliseconds as ISO text in UTC. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Phones are shown both ways from the confirmation until 24 hours after the lesson (domain rule 30). */
export function isPhoneShown({ status, endMs }: Pick<LessonView, 'status' | 'endMs'>, nowMs: number): boolean {
  const isBooked = isLesson('shared', status);
  return isBooked && nowMs < endMs + phoneHours * 3_600_000;
}

/** What both views show of a lesson. */
export function lessonOf(lesson: LessonView): DashboardLesson {
  return {
    id: lesson.id,
    start: isoOf(lesson.startMs),
    end: isoOf(lesson.endMs),
    durationMinutes: lesson.durationMinutes,
    status: lesson.status,
    pickup: lesson.pickup,
    postalCode: lesson.postalCode,
    note: lesson.note,
    priceCents: lesson.priceCents,
  };
}
