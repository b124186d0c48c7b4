import type { Queryable } from '#engine/database/database.ts';
import type { Span } from '#rules/availability/spans.ts';

/** The stretches in which a learner has lessons, with anybody, that end after an instant (epoch milliseconds). */
export function listLearnerBusy(
  db: Queryable,
  { learner, fromMs, nowMs }: { learner: string; fromMs: number; nowMs: number },
): Promise<Span[]> {
  return db.query<Span>(
    `select extract(epoch from start)::double precision * 1000 as "startMs",
       extract(epoch from "end")::double precision * 1000 as "endMs"
     from lessons
     where learner = $1 and is_occupying(status) and "end" > to_timestamp($2::double precision)
       and not (status = 'held' and "holdExpiresAt" <= to_timestamp($3::double precision))`,
    [learner, fromMs / 1000, nowMs / 1000],
  );
}
