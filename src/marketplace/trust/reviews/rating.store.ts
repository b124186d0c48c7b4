import type { Queryable, Row } from '#engine/database/database.ts';
import type { RatingSummary } from '#rules/reviews/shown-rating.ts';

/** Locks the instructor's row until the end of the transaction, so that two reviews at once are both counted. */
export async function lockInstructorRating(db: Queryable, instructor: string): Promise<void> {
  await db.query('select 1 from instructors where id = $1 for no key update', [instructor]);
}

/** The published reviews that learners wrote about an instructor. */
export function listPublishedRatings(
  db: Queryable,
  instructor: string,
): Promise<Array<{ rating: number; publishedMs: number }>> {
  return db.query(
    `select rating, (extract(epoch from "publishedAt") * 1000)::double precision as "publishedMs"
     from reviews where instructor = $1 and side = 'learner' and "publishedAt" is not null and "removedAt" is null`,
    [instructor],
  );
}

/** Writes what the reviews come to, and when that changes though nobody writes (null: never). */
export async function updateRating(
  db: Queryable,
  instructor: string,
  { rating, nowMs, dueMs }: { rating: RatingSummary; nowMs: number; dueMs: number | null },
): Promise<void> {
  const shown = rating.shown === null ? null : JSON.stringify(rating.shown);
  await db.query(
    `update instructors set "ratingAverage" = $2, "ratingCount" = $3, "ratingShown" = $4::jsonb,
       "_ratedAt" = to_timestamp($5::double precision / 1000), "_ratingDueAt" = to_timestamp($6::double precision / 1000) where id = $1`,
    [instructor, rating.average, rating.count, shown, nowMs, dueMs],
  );
}

/** Instructors whose rating is another one by now: a review is too old to count double, or a version of the policies began. */
export async function findRatingsDue(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select i.id from instructors i, (select to_timestamp($1::double precision / 1000) as at) now
     where i."_ratingDueAt" <= now.at
       or i."_ratedAt" < (select max(p."effectiveFrom") from policies p where p."effectiveFrom" <= now.at)
     order by i.id limit 200`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}

/** The row of an instructor with the rating; undefined when there is none of that id. */
export async function findRatedInstructor(db: Queryable, instructor: string): Promise<Row | undefined> {
  const rows = await db.query('select * from instructors where id = $1', [instructor]);
  return rows[0];
}
