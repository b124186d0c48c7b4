import type { Queryable } from '#engine/database/database.ts';
import { shownRating } from '#rules/reviews/shown-rating.ts';
import { monthsFrom } from '#rules/time/add-months.ts';
import { hourMs } from '#rules/time/durations.ts';
import { findPolicyAt } from '../../platform/policies/find-policy.ts';
import { listPublishedRatings, lockInstructorRating, updateRating } from './rating.store.ts';

/**
 * Counts an instructor's published reviews anew and writes the three rating fields, and when they change by themselves; `db` is the transaction of
 * the change.
 */
export async function updateInstructorRating(db: Queryable, instructor: string, nowMs: number): Promise<void> {
  await lockInstructorRating(db, instructor);
  const { values: policy } = await findPolicyAt(db, nowMs);
  const months = policy.ratingRecentMonths;
  const recentSinceMs = monthsFrom('UTC', nowMs, -months);
  const reviews = await listPublishedRatings(db, instructor);
  const recent = reviews.map(({ publishedMs }) => publishedMs).filter((publishedMs) => publishedMs >= recentSinceMs);
  // The first instant at which the oldest of them counts once; a month that is too short for its day makes that earlier than it is.
  const dueMs = recent.length > 0 ? Math.max(monthsFrom('UTC', Math.min(...recent), months) + 1, nowMs + hourMs) : null;
  await updateRating(db, instructor, { rating: shownRating(reviews, recentSinceMs, policy), nowMs, dueMs });
}
