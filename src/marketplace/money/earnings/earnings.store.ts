import type { Queryable } from '#engine/database/database.ts';
import type { PaidBefore } from '#rules/fees/counted-minutes.ts';
import type { GiftCredit } from '#rules/fees/gift-fee.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

export type Earner = { id: string; name: string; timezone: string };

/** The instructor profile of an account, or undefined. */
export async function findEarnerOfUser(db: Queryable, user: string): Promise<Earner | undefined> {
  const [row] = await db.query<Earner>('select id, name, timezone from instructors where "user" = $1', [user]);
  return row;
}

/** An instructor by id, or undefined. */
export async function findEarner(db: Queryable, id: string): Promise<Earner | undefined> {
  const [row] = await db.query<Earner>('select id, name, timezone from instructors where id = $1', [id]);
  return row;
}

/** A lesson with what the ledger says of its money, in cents. */
export type LessonMoney = {
  lesson: string;
  learner: string;
  learnerName: string;
  startMs: number;
  endMs: number;
  durationMinutes: number;
  status: string;
  /** The version of the policies that it was booked under. */
  policyVersion: number;
  /** Of an own learner no fee is taken. */
  isOwnLearner: boolean;
  /** Still held for the lesson. */
  heldCents: number;
  /** What went to the platform and to the instructor. */
  feeCents: number;
  netCents: number;
};

const lessonMoney = `
  select l.id as lesson, l.learner, shown_name(u) as "learnerName", l."durationMinutes", l.status, l."policyVersion",
    coalesce(l."ownLearner", '') <> '' as "isOwnLearner",
    (extract(epoch from l.start) * 1000)::double precision as "startMs",
    (extract(epoch from l."end") * 1000)::double precision as "endMs",
    m."heldCents", m."feeCents", m."netCents"
  from lessons l join users u on u.id = l.learner, lateral (
    select coalesce(-sum(e."amountCents") filter (where e.account = 'held:' || l.id), 0)::double precision as "heldCents",
      coalesce(-sum(e."amountCents") filter (where e.account = 'platform_fees'), 0)::double precision as "feeCents",
      coalesce(-sum(e."amountCents") filter (where e.account = 'instructor_payable:' || l.instructor), 0)::double precision
        as "netCents"
    from ledger_transactions t join ledger_entries e on e.transaction = t.id
    where t.lesson = l.id and t.kind not like 'payout%'
  ) m`;

/** Lessons that began in a span and whose money is the instructor's already, in order of time. */
export function listSettledLessons(
  db: Queryable,
  instructor: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<LessonMoney[]> {
  return db.query(
    `${lessonMoney}
     where l.instructor = $1 and l.start >= to_timestamp($2::double precision / 1000)
       and l.start < to_timestamp($3::double precision / 1000) and (m."feeCents" <> 0 or m."netCents" <> 0)
     order by l.start, l.id`,
    [instructor, fromMs, toMs],
  );
}

/**
 * Every lesson whose money is held and will be the instructor's when it has taken place, in order of time. Holds and requests are not
 * among them: nobody has promised those.
 */
export function listPendingLessons(db: Queryable, instructor: string): Promise<LessonMoney[]> {
  return db.query(
    `${lessonMoney}
     where l.instructor = $1 and l.status not in ${statesIn('fallenThrough')}
       and (select a."balanceCents" from ledger_accounts a where a.id = 'held:' || l.id) < 0
       and m."feeCents" = 0 and m."netCents" = 0
     order by l.start, l.id`,
    [instructor],
  );
}

/** What the credit of some lessons' learners owes of gifts (`gift_credit`), of those that owe something. */
export function listGiftCredit(
  db: Queryable,
  lessons: readonly string[],
): Promise<Array<GiftCredit & { lesson: string }>> {
  return db.query(
    `select l.id as lesson, g.* from lessons l, gift_credit(l.id) g where l.id = any ($1) and g."owedCents" > 0`,
    [lessons],
  );
}

/** What was settled with each learner of lessons and packages: minutes that were paid for, with what was kept of them, and fees that were taken. */
export function listFeeHistory(
  db: Queryable,
  instructor: string,
): Promise<Array<{ learner: string; before: PaidBefore[]; feeCents: number }>> {
  return db.query(
    `select learner, coalesce(json_agg(json_build_object('paidMinutes', "paidMinutes", 'keptCents', "keptCents"))
         filter (where "paidMinutes" > 0), '[]') as before, sum("feeCents")::integer as "feeCents"
     from (select learner, "paidMinutes", "keptCents", "feeCents" from settlements where instructor = $1
       union all select learner, 0, 0, "_keptFeeCents" from package_purchases where instructor = $1 and "_keptFeeCents" > 0) taken
     group by learner`,
    [instructor],
  );
}

/** What was kept of settled lessons, the fee that was taken, and what the pair's fees came to with it, not with what was taken of a package later. */
export function listFeesTaken(
  db: Queryable,
  lessons: readonly string[],
): Promise<Array<{ lesson: string; keptCents: number; feeCents: number; giftFeeCents: number; pairFeeCents: number }>> {
  return db.query(
    `select s.lesson, s."keptCents", s."feeCents", s."giftFeeCents",
       ((select sum(o."feeCents") from settlements o where o.instructor = s.instructor and o.learner = s.learner and o._seq <= s._seq)
         + (select coalesce(sum(k."_keptFeeCents"), 0) from package_purchases k join ledger_transactions t on t.cause = 'package-end:' || k.id
           where k.instructor = s.instructor and k.learner = s.learner and t.created <= s.created))::double precision as "pairFeeCents"
     from settlements s where s.lesson = any ($1)`,
    [lessons],
  );
}

/** `date`: the day that it was a payout of; empty for one that came back. */
export type Payout = { id: string; date: string; createdMs: number; amountCents: number };

/** Payouts of a span, latest first; one that came back is a negative amount. */
export function listPayouts(
  db: Queryable,
  instructor: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Payout[]> {
  return db.query(
    `select split_part(t.cause, ':', 2) as id, (extract(epoch from t.created) * 1000)::double precision as "createdMs",
       case when t.kind = 'payout' then coalesce(x.date, '') else '' end as date, e."amountCents"::double precision as "amountCents"
     from ledger_entries e join ledger_transactions t on t.id = e.transaction left join payouts x on x.id = split_part(t.cause, ':', 2)
     where e.account = 'instructor_payable:' || $1 and t.kind like 'payout%'
       and t.created >= to_timestamp($2::double precision / 1000) and t.created < to_timestamp($3::double precision / 1000)
     order by t.created desc, e.id desc`,
    [instructor, fromMs, toMs],
  );
}

export type LedgerLine = { lesson: string; createdMs: number; kind: string; account: string; amountCents: number };

/** Every ledger entry of some lessons, in the order they were written. */
export function listLedgerLines(db: Queryable, lessons: readonly string[]): Promise<LedgerLine[]> {
  return db.query(
    `select t.lesson, (extract(epoch from t.created) * 1000)::double precision as "createdMs", t.kind, e.account,
       e."amountCents"::double precision as "amountCents"
     from ledger_transactions t join ledger_entries e on e.transaction = t.id
     where t.lesson = any ($1) order by e.id`,
    [lessons],
  );
}
