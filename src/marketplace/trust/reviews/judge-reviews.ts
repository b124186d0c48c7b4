import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { mayReply } from '#rules/reviews/review-window.ts';
import { refuseOwnCase } from '../../booking/lessons/refuse-own-case.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { refuseDecidedMeanwhile } from '../../platform/rights/refuse-decided-meanwhile.ts';
import { announceRemoval, announceReply, announceReport } from './announce-review.ts';
import { publishRating, publishReviews } from './publish-reviews.ts';
import {
  findNewestDecision,
  findReview,
  findReviewedLesson,
  hasReply,
  lockReview,
  setRemoved,
} from './reviews.store.ts';
import { updateInstructorRating } from './update-instructor-rating.ts';

/** What follows a published review: one reply, reports, and what staff decide (domain rules 24 and 26). */
export function registerReviewJudging(engine: Engine): void {
  engine.hooks.on('review_replies', {
    beforeCreate: async (event) => checkReply(engine, event),
    insideCreate: ({ tx, record }) => announceReply(engine, tx, String(record.review)),
    explainViolation: (constraint) =>
      constraint === 'review_replies_review'
        ? refuseCreate('review', 'already_replied', 'This review was answered already.')
        : undefined,
  });
  engine.hooks.on('review_reports', {
    beforeCreate: (event) => checkReport(engine, event),
    insideCreate: ({ tx, record }) => announceReport(engine, tx, record.id),
    explainViolation: (constraint) =>
      constraint === 'review_reports_review'
        ? refuseCreate('review', 'already_reported', 'You reported this review already.')
        : undefined,
  });
  engine.hooks.on('review_decisions', {
    beforeCreate: async ({ record, auth, system }) => {
      if (system || !auth) return;
      Object.assign(record, { moderator: auth.id, moderatorName: String(auth.row.name ?? '') });
    },
    insideCreate: (event) => decide(engine, event),
  });
}

async function checkReply(engine: Engine, { auth, system, record, db }: RecordEvent): Promise<void> {
  const review = await findReview(db, String(record.review));
  const lesson = review && (await findReviewedLesson(db, String(review.lesson)));
  if (!review || !lesson) throw refuseCreate('review', 'not_published', 'Only a published review can be answered.');
  if (system || !auth || auth.isSuperuser) {
    record.author ||= review.side === 'learner' ? lesson.instructorUser : lesson.learner;
    return;
  }
  const { values } = await findPolicyOf(db, lesson.policyVersion);
  const { publishedAt } = review;
  const publishedMs = publishedAt instanceof Date ? publishedAt.getTime() : undefined;
  const hasReplied = await hasReply(db, String(review.id));
  if (hasReplied) throw refuseCreate('review', 'already_replied', 'This review was answered already.');
  if (mayReply({ publishedMs, hasReplied }, engine.clock.nowMs(), values)) return;
  throw refuseCreate('review', 'too_late', 'The time to answer this review is over.');
}

async function checkReport(engine: Engine, { auth, system }: RecordEvent): Promise<void> {
  if (system || !auth || auth.isSuperuser) return;
  await refuseTooManyAttempts(engine, {
    key: `review reports ${auth.id}`,
    max: 30,
    seconds: 86_400,
    message: 'You reported many reviews today. Please wait until tomorrow.',
  });
}

async function decide(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record } = event;
  const nowMs = engine.clock.nowMs();
  const review = String(record.review);
  const [before] = await lockReview(tx, review);
  if (before) {
    const lesson = String(before.lesson);
    await refuseOwnCase(event, { lesson, field: 'review', right: 'reviews', begun: before.created });
  }
  refuseDecidedMeanwhile(event, await findNewestDecision(tx, { review, except: record.id }));
  const isRemoved = record.outcome === 'removed';
  const row = await setRemoved(tx, review, { isRemoved, nowMs });
  if (!row) return;
  const instructor = String(row.instructor);
  await updateInstructorRating(tx, instructor, nowMs);
  if (isRemoved && !before?.removedAt) {
    await announceRemoval(engine, tx, { review, decision: record.id, reason: String(record.reason) });
  }
  tx.afterCommit(async () => {
    publishReviews(engine, [row]);
    await publishRating(engine, engine.db, instructor);
  });
}
