import type { Engine } from '#engine/engine.ts';
import { dayMs } from '#rules/time/durations.ts';
import { type FeedFacts, findFeedLessons } from './find-lesson-facts.ts';
import type { LessonSide } from './write-lesson-ics.ts';

/**
 * The lessons that somebody's own calendar shows, learned and taught, from 30 days ago to a year ahead. Without start codes: the calendar lies with
 * whoever runs it; and without the place once it is none of the instructor's business (domain rule 30).
 */
export async function findShownLessons(
  engine: Engine,
  user: string,
): Promise<Array<{ lesson: FeedFacts; side: LessonSide }>> {
  const nowMs = engine.clock.nowMs();
  const lessons = await findFeedLessons(engine.db, { user, fromMs: nowMs - 30 * dayMs, toMs: nowMs + 365 * dayMs });
  return lessons.map((lesson) => {
    const side = lesson.instructorUser === user ? ('instructor' as const) : ('learner' as const);
    const isHidden = side === 'instructor' && (lesson.contactsUntilMs === null || nowMs > lesson.contactsUntilMs);
    const place = isHidden ? { pickup: '', postalCode: '' } : {};
    return { lesson: { ...lesson, ...place, startCode: '' }, side };
  });
}
