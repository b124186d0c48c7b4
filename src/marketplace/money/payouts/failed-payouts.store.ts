import type { Queryable } from '#engine/database/database.ts';
import type { FailedPayoutCase } from '#wire/payouts.ts';

type FailedPayout = Omit<FailedPayoutCase, 'failedAt'> & { user: string; failedMs: number };

/** Whether the instructor was asked since a payout failed the last time. */
const asked = (payout: string) => `exists (
  select from audit_entries a where a.collection = 'payouts' and a.record = ${payout}.id and a.changes @> '[{"field": "asked"}]' and a.created >= ${payout}.updated)`;

/** Payouts that failed and whose money did not come back, the oldest first, 200 at most; with what was done about each, newest first. */
export function listFailedPayouts(db: Queryable): Promise<FailedPayout[]> {
  return db.query(
    `select p.id, p.instructor, i."user", i.name, u.phone, p."amountCents", p.date, p.provider, p."failureCode", p.attempts,
       (extract(epoch from p.updated) * 1000)::double precision as "failedMs", ${asked('p')} as "isAsked",
       (select coalesce(jsonb_agg(jsonb_build_object('action', a.action, 'by', a."actorName", 'field', coalesce(a.changes -> 0 ->> 'field', ''),
            'reference', coalesce(a.after ->> 'reference', ''), 'at', to_char(a.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.id desc), '[]')
        from audit_entries a where a.collection = 'payouts' and a.record = p.id) as decisions
     from payouts p join instructors i on i.id = p.instructor join users u on u.id = i."user"
     where p.status = 'failed' and p."returnedAt" is null order by p.date, p.id limit 200`,
  );
}

/** A failed payout that nobody else changes until the transaction ends, with whom it goes to; undefined when it is not failed. */
export async function lockFailedPayout(
  tx: Queryable,
  id: string,
): Promise<{ user: string; date: string; amountCents: number; failedMs: number; isAsked: boolean } | undefined> {
  const [row] = await tx.query<{ user: string; date: string; amountCents: number; failedMs: number; isAsked: boolean }>(
    `select i."user", p.date, p."amountCents", (extract(epoch from p.updated) * 1000)::double precision as "failedMs", ${asked('p')} as "isAsked"
     from payouts p join instructors i on i.id = p.instructor
     where p.id = $1 and p.status = 'failed' and p."returnedAt" is null for no key update of p`,
    [id],
  );
  return row;
}

/** Payouts that failed or came back and whose instructor was not told. */
export async function findUntoldPayouts(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from payouts where "_isUntold" order by id limit 100');
  return rows.map(({ id }) => id);
}

export type UntoldPayout = { user: string; amountCents: number; cameBack: boolean; byHand: boolean; failedMs: number };

/** Notes that the instructor of such a payout is told; undefined where they were, or have closed their account. */
export async function takeUntoldPayout(tx: Queryable, id: string): Promise<UntoldPayout | undefined> {
  const [row] = await tx.query<UntoldPayout & { hasLeft: boolean }>(
    `update payouts p set "_isUntold" = false from instructors i where p.id = $1 and p."_isUntold" and i.id = p.instructor
     returning i."user", (p."amountCents" - p."_reversedCents")::integer as "amountCents", p."returnedAt" is not null as "cameBack",
       p."failureCode" = 'came_back' as "byHand", has_left(i."user") as "hasLeft", (extract(epoch from p.updated) * 1000)::double precision as "failedMs"`,
    [id],
  );
  return row?.hasLeft ? undefined : row;
}
