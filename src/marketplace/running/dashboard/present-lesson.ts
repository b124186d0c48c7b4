import type { DashboardLesson } from '#wire/dashboard.ts';
import type { LessonView } from './dashboard.store.ts';

/** An instant in epoch milliseconds as ISO text in UTC. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Whether the parties of a lesson see each other's phone, and the instructor the pick-up (domain rule 30). */
export function areContactsShown({ contactsUntilMs }: Pick<LessonView, 'contactsUntilMs'>, nowMs: number): boolean {
  return contactsUntilMs !== null && nowMs <= contactsUntilMs;
}

/** What both views show of a lesson. */
export function lessonOf(lesson: LessonView): DashboardLesson {
  return {
    id: lesson.id,
    start: isoOf(lesson.startMs),
    end: isoOf(lesson.endMs),
    durationMinutes: lesson.durationMinutes,
    status: lesson.status,
    requestExpiresAt: lesson.requestExpiresMs === null ? null : isoOf(lesson.requestExpiresMs),
    pickup: lesson.pickup,
    postalCode: lesson.postalCode,
    note: lesson.note,
    priceCents: lesson.priceCents,
  };
}
