import type { Queryable } from '#engine/database/database.ts';

/** The lesson that a contest is about. */
export async function findContestedLesson(db: Queryable, contest: string): Promise<string> {
  const [row] = await db.query<{ lesson: string }>(
    `select n.lesson from no_show_contests c join no_shows n on n.id = c."noShow" where c.id = $1`,
    [contest],
  );
  return row?.lesson ?? '';
}

/**
 * Whether a lesson, or the package that paid it and is over then, was paid by PayNow that can't be sent back any more at an instant: what comes back of it
 * becomes credit (rule 22).
 */
export async function becomesCredit(db: Queryable, lesson: string, atMs: number): Promise<boolean> {
  const [row] = await db.query<{ becomes: boolean }>(
    `select coalesce(bool_or(q.method = 'paynow' and refundable_cents(q) > 0 and not takes_refund(q, t.at)), false) as becomes
     from (select to_timestamp($2::double precision / 1000) as at) t
       join payments p on p._lesson = $1 and p.status in ('succeeded', 'part_refunded')
       left join package_purchases k on k.id = p."drawnFrom" and (k.status not in ('active', 'used') or k."_endsAt" <= t.at)
       join payments q on q.id = p.id or q."packagePurchase" = k.id and q."packagePurchase" <> ''`,
    [lesson, atMs],
  );
  return row?.becomes ?? false;
}
