import type { Queryable } from '#engine/database/database.ts';
import type { CancellableLesson } from '#rules/cancellation/cancellation-terms.ts';
import type { SettledBefore } from '#rules/fees/preview-fees.ts';

export type StoredPolicy = { version: number; effectiveFrom: Date; values: unknown };

const columns = 'p.version, p."effectiveFrom", p."values"';

/** The version in force at an instant; before the first came into force, the first. */
export async function findPolicyRowAt(db: Queryable, nowMs: number): Promise<StoredPolicy | undefined> {
  const rows = await db.query<StoredPolicy>(
    `select ${columns} from policies p
     order by (p.version = policy_version(to_timestamp($1::double precision / 1000))) desc, p.version limit 1`,
    [nowMs],
  );
  return rows[0];
}

/** The version with a number, or the nearest below it where it was never written. */
export async function findPolicyRowOf(db: Queryable, version: number): Promise<StoredPolicy | undefined> {
  const rows = await db.query<StoredPolicy>(
    `select ${columns} from policies p order by (p.version <= $1) desc, abs(p.version - $1) limit 1`,
    [version],
  );
  return rows[0];
}

/** All versions, oldest first. */
export function listPolicyRows(db: Queryable): Promise<StoredPolicy[]> {
  return db.query<StoredPolicy>(`select ${columns} from policies p order by p.version`);
}

/** The number that the next version gets. */
export async function findNextVersion(db: Queryable): Promise<number> {
  const rows = await db.query<{ next: number }>('select coalesce(max(version), 0) + 1 as next from policies');
  return rows[0]?.next ?? 1;
}

/**
 * The settled lessons of every pair that had one settled since an instant, in order; those since then are counted. Lessons of own learners, of which
 * no fee is taken whatever the figures say, are left out. At most 50,000.
 */
export function listSettledSince(db: Queryable, sinceMs: number): Promise<SettledBefore[]> {
  return db.query(
    `with pairs as (select distinct instructor, learner from settlements where created >= to_timestamp($1::double precision / 1000))
     select s.instructor || ' ' || s.learner as pair, s.instructor, s."keptCents", s."paidMinutes", s."feeCents", l."priceCents",
       s.created >= to_timestamp($1::double precision / 1000) as "isCounted"
     from settlements s join pairs p on p.instructor = s.instructor and p.learner = s.learner
       join lessons l on l.id = s.lesson and l."ownLearner" = '' order by s._seq limit 50000`,
    [sinceMs],
  );
}

export type CancelledBefore = CancellableLesson & {
  lesson: string;
  learnerName: string;
  priceCents: number;
  cancelledMs: number;
  refundCents: number;
};

/** Confirmed lessons that their learners cancelled since an instant, with what came back. At most 20,000. */
export function listCancelledSince(db: Queryable, sinceMs: number): Promise<CancelledBefore[]> {
  return db.query(
    `select l.id as lesson, coalesce(shown_name(u), '') as "learnerName",
       (extract(epoch from l.start) * 1000)::double precision as "startMs", l."cancellationHours", l."priceCents",
       (extract(epoch from coalesce(l."confirmedAt", l.created)) * 1000)::double precision as "bookedMs",
       (extract(epoch from c.created) * 1000)::double precision as "cancelledMs", c."refundCents"
     from cancellations c join lessons l on l.id = c.lesson left join users u on u.id = l._learner
     where c."cancelledBy" = 'learner' and c.created >= to_timestamp($1::double precision / 1000) and l."confirmedAt" is not null
     order by c.created limit 20000`,
    [sinceMs],
  );
}

/** The names of instructors by their ids. */
export async function namesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>('select id, name from instructors where id = any($1)', [
    ids,
  ]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
