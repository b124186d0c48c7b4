import type { Queryable, Row } from '#engine/database/database.ts';
import type { GoodwillFacts } from '#rules/cancellation/goodwill.ts';
import type { FeeHistory } from '#rules/fees/platform-fee.ts';
import type { Give } from '#rules/settlement/settlement-of.ts';

/** Cents onto an account of the ledger; the entries of a transaction sum to zero. `payableFrom`: from when on an instructor can have them, at once unless told. */
export type LedgerEntry = { account: string; cents: number; payableFrom?: string };

type Posting = { cause: string; kind: string; lesson: string; entries: readonly LedgerEntry[]; nowMs: number };

/** Posts one transaction of the ledger; a repeated cause posts nothing. */
export async function postEntries(tx: Queryable, { cause, kind, lesson, entries, nowMs }: Posting): Promise<void> {
  await tx.query(
    `select post_ledger_transaction($1, $2, $3, null, to_timestamp($4::double precision / 1000), $5::jsonb)`,
    [cause, kind, lesson, nowMs, JSON.stringify(entries)],
  );
}

/** What went back of a lesson's money, what of it no payment took any more and became credit, and the payments of which a refund is due. */
type GivenBack = { refundedCents: number; creditedCents: number; payments: string[] };

/** Gives cents of what is held for a lesson back, all of it for null (`give_lesson_back`). */
export async function giveLessonBack(
  tx: Queryable,
  { lesson, cause, cents, nowMs }: { lesson: string; cause: string; cents: number | null; nowMs: number },
): Promise<GivenBack> {
  const [row] = await tx.query<GivenBack>(
    `select * from give_lesson_back($1, $2, $3, to_timestamp($4::double precision / 1000))`,
    [lesson, cause, cents, nowMs],
  );
  return row ?? { refundedCents: 0, creditedCents: 0, payments: [] };
}

export type Goodwills = Pick<GoodwillFacts, 'goodwillsBefore' | 'openCents'>;

/**
 * How many lessons of an instructor were followed by a credit out of goodwill, called off late or missed, and what is open for payouts. The credit of
 * the first-lesson guarantee is none of them.
 */
export async function findGoodwills(db: Queryable, { instructor }: Row): Promise<Goodwills> {
  const [row] = await db.query<Goodwills>(
    `select (select count(*)::integer from settlements s where s.instructor = $1
         and (s.gives @> '[{"to": "credit", "from": "platform"}]' or s.gives @> '[{"to": "credit", "from": "instructor"}]')
         and not exists (select from claims c where c.lesson = s.lesson and c.kind = 'first_lesson' and c."creditCents" > 0)) as "goodwillsBefore",
       (select coalesce(sum("amountCents"), 0)::integer from payables where instructor = $1 and payout = '') as "openCents"`,
    [instructor],
  );
  return row ?? { goodwillsBefore: 0, openCents: 0 };
}

/** What was paid for a lesson, and what was given because of how it ended; what is still held counts as paid until then. */
export async function findGiven(db: Queryable, lesson: string): Promise<{ paidCents: number; gives: Give[] }> {
  const [row] = await db.query<{ paidCents: number; gives: Give[] }>(
    `select coalesce(s."paidCents", (select -a."balanceCents" from ledger_accounts a where a.id = 'held:' || l.id), 0)::double precision
       as "paidCents", coalesce(s.gives, '[]') as gives
     from lessons l left join settlements s on s.lesson = l.id where l.id = $1`,
    [lesson],
  );
  return row ?? { paidCents: 0, gives: [] };
}

/** Covers what banks took back of a lesson's payments out of what of its money became credit (`cover_credit_of`); answers how much that was. */
export async function coverFromCredit(tx: Queryable, lesson: string, nowMs: number): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    'select cover_credit_of($1, to_timestamp($2::double precision / 1000)) as cents',
    [lesson, nowMs],
  );
  return row?.cents ?? 0;
}

/** What the platform's fee of a lesson depends on: the paid minutes and the fees of the pair's other lessons that are settled, and what was kept of packages. */
export async function findFeeHistory(db: Queryable, lesson: Row): Promise<FeeHistory> {
  const [row] = await db.query<FeeHistory>(
    `select coalesce(sum(counted_minutes("paidMinutes", "keptCents", $4, $5)), 0)::integer as "paidMinutes", (coalesce(sum("feeCents"), 0) + kept_package_fees($2, $1))::integer as "feeCents"
     from settlements where learner = $1 and instructor = $2 and lesson <> $3`,
    [lesson.learner, lesson.instructor, lesson.id, lesson.priceCents, lesson.durationMinutes],
  );
  return row ?? { paidMinutes: 0, feeCents: 0 };
}
