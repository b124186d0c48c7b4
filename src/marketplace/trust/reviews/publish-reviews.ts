import type { Queryable, Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { announceReview } from './announce-review.ts';
import { findRatedInstructor, findRatingsDue } from './rating.store.ts';
import { findDueReviews, publishReview } from './reviews.store.ts';
import { updateInstructorRating } from './update-instructor-rating.ts';

/** Publishes reviews whose other side did not write in time (domain rule 24), with the ratings that follow from them. */
export async function publishDueReviews(engine: Engine, nowMs: number): Promise<void> {
  for (;;) {
    const due = await findDueReviews(engine.db, nowMs);
    for (const review of due) {
      await engine.db.transaction(async (tx) => {
        const row = await publishReview(tx, review, nowMs);
        if (!row) return;
        const instructor = String(row.instructor);
        await updateInstructorRating(tx, instructor, nowMs);
        if (!row.removedAt) await announceReview(engine, tx, [row]);
        tx.afterCommit(async () => {
          publishReviews(engine, [row]);
          await publishRating(engine, engine.db, instructor);
        });
      });
    }
    if (due.length === 0) return;
  }
}

/** Counts the ratings anew that change though nobody writes (domain rule 25). */
export async function recountDueRatings(engine: Engine, nowMs: number): Promise<void> {
  for (;;) {
    const due = await findRatingsDue(engine.db, nowMs);
    for (const instructor of due) {
      await engine.db.transaction(async (tx) => {
        await updateInstructorRating(tx, instructor, nowMs);
        tx.afterCommit(() => publishRating(engine, engine.db, instructor));
      });
    }
    if (due.length === 0) return;
  }
}

/** Tells subscribers that reviews changed outside the record calls. */
export function publishReviews(engine: Engine, rows: readonly Row[]): void {
  const collection = engine.collections.get('reviews');
  for (const row of rows) {
    engine.realtime.publish({ collection, row, action: 'update' });
  }
}

/** Tells subscribers of an instructor that the rating may be another. */
export async function publishRating(engine: Engine, db: Queryable, instructor: string): Promise<void> {
  const row = await findRatedInstructor(db, instructor);
  if (!row) return;
  const collection = engine.collections.get('instructors');
  engine.realtime.publish({ collection, row, action: 'update' });
}
