import type { Queryable } from '../database/database.ts';

/** How many jobs of a kind are in a state: `created`, `retry`, `active`, or `failed` for those that gave up. */
export type JobCount = { kind: string; state: string; count: number };

/** The jobs that are not done, and those that gave up, by kind and state. */
export function countJobs(db: Queryable): Promise<JobCount[]> {
  return db.query<JobCount>(
    `select name as kind, state::text, count(*)::int as count from pgboss.job
     where state in ('created', 'retry', 'active', 'failed') group by 1, 2 order by 1, 2`,
  );
}
