import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { isReviewAsked } from '#rules/reviews/review-window.ts';
import { dayMs } from '#rules/time/durations.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findPolicyAt, findPolicyOf } from '../../platform/policies/find-policy.ts';
import { notifyOnce, type ToNotify } from '../../talk/notifications/notify-once.ts';
import { type AskedLesson, findLessonsToAsk, noteAsked } from './reviews.store.ts';

/**
 * Asks both sides of a lesson what it was like: after the first of a pair, then after every fifth, and after the last one when the learner has
 * passed the test (domain rule 24). Nobody is asked who wrote already, or who can't write any more.
 */
export async function askForReviews(engine: Engine, nowMs: number): Promise<void> {
  const { values } = await findPolicyAt(engine.db, nowMs);
  for (;;) {
    const lessons = await findLessonsToAsk(engine.db, nowMs - values.reviewDays * dayMs);
    for (const lesson of lessons) await askAbout(engine, lesson);
    if (lessons.length === 0) return;
  }
}

async function askAbout(engine: Engine, lesson: AskedLesson): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const { values } = await findPolicyOf(tx, lesson.policyVersion);
    const isAsked = isReviewAsked(lesson.count, lesson.hasPassed, values);
    if (!(await noteAsked(tx, lesson.lesson, isAsked)) || !isAsked) return;
    const asked: ToNotify[] = [];
    if (!lesson.learnerWrote) asked.push(question(lesson, 'learner'));
    if (!lesson.instructorWrote) asked.push(question(lesson, 'instructor'));
    await notifyOnce(engine, tx, asked);
  });
}

function question(lesson: AskedLesson, side: 'learner' | 'instructor'): ToNotify {
  const isLearner = side === 'learner';
  const name = isLearner ? lesson.instructorName : lesson.learnerName;
  return {
    user: isLearner ? lesson.learner : lesson.instructorUser,
    write: (language) => {
      const texts = noticesIn(language);
      return { title: texts.howWasIt, message: texts.sayHowItWas({ name }) };
    },
    link: lessonPath(lesson.lesson),
    key: `review_ask:${lesson.lesson}:${side}`,
  };
}
