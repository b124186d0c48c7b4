import type { Queryable } from '#engine/database/database.ts';
import type { Explanation, Sides } from '#rules/outside/separate-explained.ts';

export type PlacedExplanation = Explanation & { place: string };

/** The differences that people explained, of all places. */
export function listExplanations(db: Queryable): Promise<PlacedExplanation[]> {
  return db.query<PlacedExplanation>(
    `select x.place, x.reference, x.part, x.currency, x."hereCents"::double precision as "hereCents", x."thereCents"::double precision as "thereCents", x.reason,
       coalesce(shown_name(u), '') as "explainedByName", to_char(x.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "explainedAt"
     from outside_explained x left join users u on u.id = x."explainedBy" order by x.created`,
  );
}

type NewExplanation = Sides & { place: string; reason: string; by: string; nowMs: number };

/** Writes down why a difference is as it is, in place of what was said of other sums of it. */
export async function writeExplanation(tx: Queryable, explanation: NewExplanation): Promise<void> {
  const { place, reference, part, currency, hereCents, thereCents, reason, by, nowMs } = explanation;
  await tx.query(
    `insert into outside_explained (place, reference, part, currency, "hereCents", "thereCents", reason, "explainedBy", created)
     values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::double precision / 1000))
     on conflict (place, reference, part, currency) do update set "hereCents" = excluded."hereCents", "thereCents" = excluded."thereCents",
       reason = excluded.reason, "explainedBy" = excluded."explainedBy", created = excluded.created`,
    [place, reference, part, currency, hereCents, thereCents, reason, by, nowMs],
  );
}

/** Takes an explanation back; what it said, or undefined where there is none. */
export async function takeExplanationBack(
  tx: Queryable,
  { place, reference, part, currency }: Omit<Sides, 'hereCents' | 'thereCents'> & { place: string },
): Promise<string | undefined> {
  const [row] = await tx.query<{ reason: string }>(
    'delete from outside_explained where place = $1 and reference = $2 and part = $3 and currency = $4 returning reason',
    [place, reference, part, currency],
  );
  return row?.reason;
}

/** Whose money a transaction of the books moved: the accounts of its learners and instructors. */
export async function findPartiesOf(db: Queryable, transaction: string): Promise<string[]> {
  const rows = await db.query<{ user: string }>(
    `select distinct x."user" from (
       select p.learner as "user" from ledger_transactions t join payments p on p.id = t.payment where t.id = $1
       union all
       select split_part(e.account, ':', 2) from ledger_entries e where e.transaction = $1 and (e.account like 'refunds\\_due:%' or e.account like 'learner\\_credit:%')
       union all
       select i."user" from ledger_entries e join instructors i on i.id = split_part(e.account, ':', 2)
       where e.transaction = $1 and e.account like 'instructor\\_payable:%'
       union all
       select i."user" from ledger_transactions t join lessons l on l.id = t.lesson join instructors i on i.id = l.instructor where t.id = $1) x`,
    [transaction],
  );
  return rows.map(({ user }) => user);
}
