import type { Queryable } from '../database/database.ts';

/** How many jobs of a kind are in a state: `created`, `retry`, `active`, or `failed` for those that gave up. */
export type JobCount = { kind: string; state: string; count: number };

/** The jobs that are not done, and those that gave up, by kind and state; a kind without any is counted as 0, so that a figure never goes away. */
export function countJobs(db: Queryable): Promise<JobCount[]> {
  return db.query<JobCount>(
    `select q.name as kind, s.state, count(j.id)::int as count
     from pgboss.queue q cross join unnest(array['created', 'retry', 'active', 'failed']) s(state)
     left join pgboss.job j on j.name = q.name and j.state::text = s.state
     group by 1, 2 order by 1, 2`,
  );
}
