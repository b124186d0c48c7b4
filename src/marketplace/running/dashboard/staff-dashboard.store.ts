import type { Queryable } from '#engine/database/database.ts';
import { papersToCheck, reviewsToJudge } from './waiting-cases.ts';

/** How many cases wait, and the first instant of them in epoch milliseconds; null when none does. */
export type Waiting = { count: number; firstMs: number | null };

/** Everything that waits to be checked of instructors, and since when. */
export function countPapersToCheck(db: Queryable): Promise<Waiting> {
  return count(db, papersToCheck);
}

/** The reported reviews, and since when the oldest report waits. */
export function countReviewsToJudge(db: Queryable): Promise<Waiting> {
  return count(db, reviewsToJudge);
}

/** Support requests without an answer, and by when the first one is due. */
export function countOpenRequests(db: Queryable): Promise<Waiting> {
  return count(db, `select coalesce("answerBy", created) as since from support_requests where status = 'open'`);
}

/** Claims that are not decided, and by when the first one is due. */
export function countOpenClaims(db: Queryable): Promise<Waiting> {
  return count(db, `select "decideBy" as since from claims where status in ('open', 'talking', 'deciding')`);
}

/** Payouts that failed, and the local date of the oldest. */
export async function countFailedPayouts(db: Queryable): Promise<{ count: number; date: string | null }> {
  const [row] = await db.query<{ count: number; date: string | null }>(
    `select count(*)::int as count, min(date) as date from payouts where status = 'failed' and "returnedAt" is null`,
  );
  return row ?? { count: 0, date: null };
}

async function count(db: Queryable, cases: string): Promise<Waiting> {
  const [row] = await db.query<Waiting>(
    `select count(*)::int as count, (extract(epoch from min(since)) * 1000)::double precision as "firstMs" from (${cases}) c`,
  );
  return row ?? { count: 0, firstMs: null };
}
