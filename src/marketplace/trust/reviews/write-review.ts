import { isDeepStrictEqual } from 'node:util';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest, refuseUpdate } from '#engine/http/api-error.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { mayEditReview, mayReview } from '#rules/reviews/review-window.ts';
import { findPolicyOf } from '../../platform/policies/find-policy.ts';
import { announceReview } from './announce-review.ts';
import { publishRating, publishReviews } from './publish-reviews.ts';
import { findReviewedLesson, hasReviewed, listPublishedOf, lockReview, type ReviewedLesson } from './reviews.store.ts';
import { shortName } from './short-name.ts';
import { updateInstructorRating } from './update-instructor-rating.ts';

const messages = {
  not_reviewable: 'Only a paid lesson that is over and was not called off or missed can be reviewed.',
  too_late: 'The time to review this lesson is over.',
  already_reviewed: 'You have reviewed this lesson already.',
} as const;

/** What hangs on reviews: who may write and change one, publishing the second with the first, and the rating in the same transaction. */
export function registerReviewWriting(engine: Engine): void {
  engine.hooks.on('reviews', {
    beforeCreate: (event) => fillIn(engine, event),
    insideCreate: async (event) => {
      await recount(engine, event);
      const published = await listPublishedOf(event.tx, String(event.record.lesson));
      if (published.length > 1 && !isTrusted(event)) await announceReview(engine, event.tx, published);
    },
    afterCreate: (event) => showOther(engine, event),
    beforeWrite: (event) => checkEdit(engine, event),
    insideUpdate: (event) => recount(engine, event),
    insideDelete: (event) => recount(engine, event),
    afterUpdate: async ({ record }) => publishRating(engine, engine.db, String(record.instructor)),
    afterDelete: async ({ record }) => publishRating(engine, engine.db, String(record.instructor)),
    explainViolation: (constraint) => (constraint === 'reviews_once' ? refuse('already_reviewed') : undefined),
  });
}

const isTrusted = ({ auth, system }: RecordEvent) => system || auth?.isSuperuser === true;

async function fillIn(engine: Engine, event: RecordEvent): Promise<void> {
  const { record, auth, db } = event;
  const lesson = await findReviewedLesson(db, String(record.lesson));
  if (!lesson) throw refuse('not_reviewable');
  // What a superuser writes down is taken as fact; what they leave out is the lesson's.
  if (isTrusted(event)) {
    record.side ||= record.author === lesson.instructorUser ? 'instructor' : 'learner';
    record.author ||= authorOf(lesson, record.side);
    record.instructor ||= lesson.instructor;
    record.authorName ||= nameOf(lesson, record.side);
    return;
  }
  const side = auth?.id === lesson.learner ? 'learner' : 'instructor';
  Object.assign(record, { side, author: auth?.id, instructor: lesson.instructor, authorName: nameOf(lesson, side) });
  const hasWritten = await hasReviewed(db, String(record.lesson), side);
  const { values } = await findPolicyOf(db, lesson.policyVersion);
  const nowMs = engine.clock.nowMs();
  const facts = { isCompletedAndPaid: lesson.isPaidAndTaught, endMs: lesson.endMs };
  const verdict = mayReview(facts, { nowMs, hasWritten }, values);
  if (verdict.ok) return;
  const codes = { not_completed: 'not_reviewable', already_written: 'already_reviewed', too_late: 'too_late' } as const;
  throw refuse(codes[verdict.reason]);
}

const authorOf = (lesson: ReviewedLesson, side: unknown) =>
  side === 'learner' ? lesson.learner : lesson.instructorUser;
const nameOf = (lesson: ReviewedLesson, side: unknown) =>
  side === 'learner' ? shortName(lesson.learnerName) : lesson.instructorName;

// In the transaction of the change, under the review's lock: it may be published at this moment.
async function checkEdit(engine: Engine, event: InsideEvent): Promise<void> {
  keepParties(event);
  if (isTrusted(event)) return;
  const { tx, record } = event;
  const [row] = await lockReview(tx, record.id);
  const lesson = row && (await findReviewedLesson(tx, String(row.lesson)));
  if (!row || !lesson || isSame(row, record)) return;
  const { values } = await findPolicyOf(tx, lesson.policyVersion);
  const msOf = (value: unknown) => (value instanceof Date ? value.getTime() : undefined);
  const written = { writtenMs: msOf(row.created) ?? 0, publishedMs: msOf(row.publishedAt) };
  if (!row.publishedAt && !row.removedAt && mayEditReview(written, engine.clock.nowMs(), values)) return;
  const message = 'A review can be changed for a short time, and only until it is published.';
  throw refuseUpdate('rating', 'not_editable', message);
}

// Whose review it is and about whom is said by its lesson: ratings, replies and notifications go by that.
function keepParties({ record, original, system }: RecordEvent): void {
  if (!original || system) return;
  const changed = ['lesson', 'instructor', 'author', 'side'].filter((name) => record[name] !== original[name]);
  if (changed.length === 0) return;
  const message = 'A review stays with its lesson and author. Delete it and write a new one.';
  const error = { code: 'kept_by_the_diary', message };
  throw badRequest('Failed to update record.', Object.fromEntries(changed.map((name) => [name, error])));
}

function isSame(row: Row, { rating, text, tags }: RecordEvent['record']): boolean {
  return isDeepStrictEqual([row.rating, row.text, row.tags], [rating, text, tags]);
}

async function recount(engine: Engine, { tx, record, original }: InsideEvent): Promise<void> {
  const instructors = new Set([record.instructor, original?.instructor].filter((id) => typeof id === 'string'));
  for (const instructor of [...instructors].sort()) {
    await updateInstructorRating(tx, instructor, engine.clock.nowMs());
  }
}

// The other side's review came out with this one.
async function showOther(engine: Engine, { record, db }: RecordEvent): Promise<void> {
  const rows = await listPublishedOf(db, String(record.lesson));
  publishReviews(
    engine,
    rows.filter((row: Row) => row.id !== record.id),
  );
  if (record.publishedAt !== '') await publishRating(engine, engine.db, String(record.instructor));
}

function refuse(code: keyof typeof messages) {
  return badRequest('Failed to create record.', { lesson: { code, message: messages[code] } });
}
