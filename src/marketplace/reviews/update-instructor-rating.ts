import { Temporal } from 'temporal-polyfill';
import type { Queryable } from '#engine/database/database.ts';
import { shownRating } from '#rules/reviews/shown-rating.ts';
import { findPolicyAt } from '../policies/find-policy.ts';
import { listPublishedRatings, lockInstructorRating, updateRating } from './rating.store.ts';

/** Counts an instructor's published reviews anew and writes the three rating fields; `db` is the transaction of the change. */
export async function updateInstructorRating(db: Queryable, instructor: string, nowMs: number): Promise<void> {
  await lockInstructorRating(db, instructor);
  const { values: policy } = await findPolicyAt(db, nowMs);
  const recentSince = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO('UTC')
    .subtract({ months: policy.ratingRecentMonths });
  const reviews = await listPublishedRatings(db, instructor);
  await updateRating(db, instructor, shownRating(reviews, recentSince.epochMilliseconds, policy));
}
