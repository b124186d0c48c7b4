import type { Queryable } from '#engine/database/database.ts';
import type { CreditEntry } from '#wire/credit.ts';

/** What stands on a learner's credit, in cents. */
export async function findCredit(db: Queryable, learner: string): Promise<number> {
  const [row] = await db.query<{ cents: number }>(
    `select -"balanceCents"::integer as cents from ledger_accounts where id = 'learner_credit:' || $1::text`,
    [learner],
  );
  return row?.cents ?? 0;
}

/** A change with its instants as the database has them. */
type CreditRow = Omit<CreditEntry, 'created' | 'lessonStart'> & { created: Date; lessonStart: Date | null };

/** A page of a learner's credit, newest first, and how many changes there are. */
export async function findCreditEntries(
  db: Queryable,
  learner: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: CreditRow[]; totalItems: number }> {
  const account = `learner_credit:${learner}`;
  const [items, [count]] = await Promise.all([
    db.query<CreditRow>(
      `select e.id::text, t.created, t.kind, -e."amountCents"::integer as "amountCents",
         -(sum(e."amountCents") over (order by e.id))::integer as "balanceCents", coalesce(l.id, '') as lesson,
         l.start as "lessonStart", coalesce(i.name, '') as "instructorName", coalesce(i.timezone, '') as timezone
       from ledger_entries e join ledger_transactions t on t.id = e.transaction
       left join lessons l on l.id = t.lesson left join instructors i on i.id = l.instructor
       where e.account = $1 order by e.id desc limit $2 offset $3`,
      [account, perPage, (page - 1) * perPage],
    ),
    db.query<{ count: number }>('select count(*)::integer as count from ledger_entries where account = $1', [account]),
  ]);
  return { items, totalItems: count?.count ?? 0 };
}
