import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { lessonPath } from '#rules/paths/lesson-paths.ts';
import { moderationPath } from '#rules/paths/staff-paths.ts';
import { reviewsPath } from '#rules/paths/teaching-paths.ts';
import { noticesIn } from '#texts/by-language/notices.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { notifyOnce } from '../../talk/notifications/notify-once.ts';
import { findReviewPeople } from './reviews.store.ts';

/** Where reviews are read and answered: a learner's stand at the lesson, an instructor's on a page of their own. */
function reviewLink({ lesson, learner }: { lesson: string; learner: string }, user: string): string {
  return user === learner ? lessonPath(lesson) : reviewsPath;
}

/** Tells whom published reviews are about that they can be read, each once. */
export async function announceReview(engine: Engine, tx: Transaction, reviews: readonly Row[]): Promise<void> {
  for (const { id } of reviews) {
    const people = await findReviewPeople(tx, String(id));
    if (!people) continue;
    const { subject, authorName } = people;
    await notifyOnce(engine, tx, [
      {
        user: subject,
        write: (language) => {
          const texts = noticesIn(language);
          return { title: texts.newReview, message: texts.reviewedYou({ name: authorName }) };
        },
        link: reviewLink(people, subject),
        key: `review:${String(id)}`,
      },
    ]);
  }
}

/** Tells the author of a review that it was answered. */
export async function announceReply(engine: Engine, tx: Transaction, review: string): Promise<void> {
  const people = await findReviewPeople(tx, review);
  if (!people) return;
  await notifyOnce(engine, tx, [
    {
      user: people.author,
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.reviewAnswered, message: texts.yourReviewWasAnswered };
      },
      link: reviewLink(people, people.author),
      key: `review_reply:${review}`,
    },
  ]);
}

/** Tells those who judge reviews that one was reported; the reason stands at the desk, which asks for two factors. */
export async function announceReport(engine: Engine, tx: Transaction, report: string): Promise<void> {
  const moderators = await findStaff(tx, 'reviews');
  await notifyOnce(
    engine,
    tx,
    moderators.map((user) => ({
      user,
      type: 'system' as const,
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.reviewReported, message: texts.openReport };
      },
      link: moderationPath,
      key: `review_report:${report}:${user}`,
    })),
  );
}

/** Tells the author of a review that it was taken off the pages, and why. */
export async function announceRemoval(
  engine: Engine,
  tx: Transaction,
  { review, decision, reason }: { review: string; decision: string; reason: string },
): Promise<void> {
  const people = await findReviewPeople(tx, review);
  if (!people) return;
  await notifyOnce(engine, tx, [
    {
      user: people.author,
      type: 'system',
      write: (language) => {
        const texts = noticesIn(language);
        return { title: texts.reviewRemoved, message: texts.yourReviewWasRemoved({ reason }) };
      },
      link: reviewLink(people, people.author),
      key: `review_decision:${decision}`,
      isRequired: true,
    },
  ]);
}
