import type { Queryable } from '#engine/database/database.ts';
import type { FigureEntry } from '#wire/ledger.ts';
import { isOfFigure, type PlatformFigure, platformFigures } from '../../../platform/reads/platform-figures.ts';
import type { Span } from '../../../platform/reads/read-span.ts';

/** An entry with the lesson that it is about, and whose lesson, or held package, that is. */
export type EntryRow = Omit<FigureEntry, 'created' | 'start'> & {
  createdMs: number;
  startMs: number | null;
  learner: string;
};

/** Which entries: a condition over `e` (entry), `t` (transaction), `l` (lesson), and its parameters. */
export type EntryCondition = { where: string; values: readonly unknown[] };

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

/** The fees of one instructor's lessons in a span. */
export const feesOf = (instructor: string, { fromMs, toMs }: Span): EntryCondition => ({
  where: `${isOfFigure(platformFigures.fees, 'e.account', 't.kind')} and t.created >= ${at('$1')} and t.created < ${at('$2')}
    and t.lesson in (select x.id from lessons x where x.instructor = $3)`,
  values: [fromMs, toMs, instructor],
});

/** Entries by their ids. */
export const theseEntries = (ids: readonly string[]): EntryCondition => ({
  where: 'e.id = any ($1::bigint[])',
  values: [ids],
});

/** What a learner paid, by whatever way money came in; what was paid from credit or a package came in before. */
export const paidBy = (learner: string): EntryCondition => ({
  where: `e.account = 'provider_clearing' and t.kind = 'payment' and t.id in (select md5('payment:' || p.id) from payments p where p.learner = $1)`,
  values: [learner],
});

/** What went back to a learner, less what came back from their bank; what became credit stayed here. */
export const givenBackTo = (learner: string): EntryCondition => ({
  where: `e.account = 'provider_clearing' and t.kind in ('refund_paid', 'refund_returned')
    and t.id in (select x.transaction from ledger_entries x where x.account = 'refunds_due:' || $1::text)`,
  values: [learner],
});

export const ofAccount = (account: string): EntryCondition => ({ where: 'e.account = $1', values: [account] });
export const ofTransaction = (id: string): EntryCondition => ({ where: 't.id = $1', values: [id] });
export const ofLesson = (id: string): EntryCondition => ({ where: 't.lesson = $1', values: [id] });

/** What is still owed of a refund, with those that a chargeback divided it into (`refund_causes`): that it is owed, that it was paid, came back, or covered the bank. */
export const ofRefund = (id: string): EntryCondition => ({
  where: `e.account in (select 'refunds_due:' || r.learner from refunds r where r.id = $1)
    and t.id in (select md5(cause) from refund_causes($1) cause)`,
  values: [id],
});

/** What left with a payout, and came back where the bank returned it, or the provider a part of it. */
export const ofPayout = (id: string): EntryCondition => ({
  where: `e.account like 'instructor_payable:%' and (t.id in (md5('payout:' || $1::text), md5('payout-returned:' || $1::text))
    or t.id in (select z.id from payouts y join ledger_entries x on x.account = 'instructor_payable:' || y.instructor
      join ledger_transactions z on z.id = x.transaction where y.id = $1 and y."_reversedCents" > 0 and starts_with(z.cause, 'payout-returned:' || y.id || ':')))`,
  values: [id],
});

/** What came in as a line of the bank's statement. */
export const ofBankLine = (id: string): EntryCondition => ({
  where: `e.account = 'provider_clearing' and t.id = md5('bank-line:' || $1::text)`,
  values: [id],
});

/**
 * Only what somebody's own books have of it: their own accounts, of the lessons that they gave what is held and the fees, not how the learner paid
 * or is paid back, and of those that they took what was paid and went back, not how the platform and the instructor share it, nor what a bank's taking
 * back cost the platform: until 24 November 2026 that was one entry with what was taken.
 */
export function ownOnly({ where, values }: EntryCondition, user: string): EntryCondition {
  const me = `$${values.length + 1}`;
  return {
    where: `${where} and (e.account in (select 'instructor_payable:' || i.id from instructors i where i."user" = ${me})
      or e.account in ('learner_credit:' || ${me}, 'refunds_due:' || ${me})
      or l.instructor in (select i.id from instructors i where i."user" = ${me}) and (e.account = 'held:' || l.id or e.account = 'platform_fees')
      or l.learner = ${me} and (e.account = 'held:' || l.id or e.account = 'provider_clearing' and not exists (
        select from chargebacks c where t.cause = 'chargeback:' || c.id and e."amountCents" <> -c."amountCents")))`,
    values: [...values, user],
  };
}

const from = `ledger_entries e join ledger_transactions t on t.id = e.transaction left join lessons l on l.id = t.lesson`;
const columns = `e.id::text, e.transaction, (extract(epoch from t.created) * 1000)::double precision as "createdMs", t.kind, e.account,
  e."amountCents"::double precision as "amountCents", coalesce(t.lesson, '') as lesson, coalesce(l.learner, (
    select k.learner from package_purchases k where e.account like 'held\\_package:%' and k.id = substr(e.account, 14)), '') as learner,
  (extract(epoch from l.start) * 1000)::double precision as "startMs", coalesce(i.name, '') as "instructorName",
  case when u.id is null then coalesce(o.name, '') else shown_name(u) end as "learnerName"`;
const names = `left join users u on u.id = l.learner left join own_learners o on o.id = l."ownLearner" left join instructors i on i.id = l.instructor`;

type Page = { page: number; perPage: number };
type FoundEntries = { items: EntryRow[]; totalItems: number; sumCents: number };

/** How many entries there are, and what they sum to. */
export async function sumEntries(
  db: Queryable,
  { where, values }: EntryCondition,
): Promise<{ count: number; cents: number }> {
  const [sum] = await db.query<{ count: number; cents: number }>(
    `select count(*)::integer as count, coalesce(sum(e."amountCents"), 0)::double precision as cents from ${from} where ${where}`,
    values,
  );
  return sum ?? { count: 0, cents: 0 };
}

/** A page of entries, the latest first, and what all of them sum to. */
export async function findEntries(
  db: Queryable,
  { where, values }: EntryCondition,
  { page, perPage }: Page,
): Promise<FoundEntries> {
  const [items, sum] = await Promise.all([
    db.query<EntryRow>(
      `select ${columns} from ${from} ${names} where ${where} order by e.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
      values,
    ),
    sumEntries(db, { where, values }),
  ]);
  return { items, totalItems: sum.count, sumCents: sum.cents };
}

/**
 * The same of a figure of the whole platform in a span, the latest first. There may be millions: they are counted by days as they are posted, and a page
 * is looked for in its days alone, by an index that has their order: of a day with thousands of entries at one instant only those up to the page are read.
 */
export async function findPlatformEntries(
  db: Queryable,
  figure: PlatformFigure,
  { fromMs, toMs, page, perPage }: Page & Span,
): Promise<FoundEntries> {
  const skip = (page - 1) * perPage;
  type Place = { total: number; cents: number; first: string | null; last: string | null; before: number | null };
  const [place] = await db.query<Place>(
    `with days as (
       select day, sum(entries) as entries, sum(sum(entries)) over (order by day desc) as upto, sum(cents) as cents
       from platform_money(${at('$1')}, ${at('$2')}) where ${isOfFigure(figure)} group by day)
     select coalesce(sum(entries), 0)::bigint as total, coalesce(sum(cents), 0)::double precision as cents,
       (min(day) filter (where upto > $3 and upto - entries < $4))::text as first, (max(day) filter (where upto > $3))::text as last,
       (min(upto - entries) filter (where upto > $3))::bigint as before
     from days`,
    [fromMs, toMs, skip, skip + perPage],
  );
  const { total = 0, cents = 0, first = null, last = null, before = null } = place ?? {};
  if (first === null || last === null || before === null) return { items: [], totalItems: total, sumCents: cents };
  const items = await db.query<EntryRow>(
    `select ${columns}
     from (
       select e.*, t.created from ledger_transactions t join ledger_entries e on e.transaction = t.id
       where ${isOfFigure(figure, 'e.account', 't.kind')} and t.created >= ${at('$1')} and t.created < ${at('$2')}
         and t.created >= $3::date::timestamp at time zone 'Asia/Singapore'
         and t.created < ($4::date + 1)::timestamp at time zone 'Asia/Singapore'
       order by t.created desc, t.id desc, e.id desc limit $5 offset $6) e
       join ledger_transactions t on t.id = e.transaction left join lessons l on l.id = t.lesson ${names}
     order by e.created desc, e.transaction desc, e.id desc`,
    [fromMs, toMs, first, last, perPage, skip - before],
  );
  return { items, totalItems: total, sumCents: cents };
}

/** The people of a package, or undefined. */
export async function findPackagePeople(
  db: Queryable,
  id: string,
): Promise<{ learner: string; teacher: string } | undefined> {
  const [row] = await db.query<{ learner: string; teacher: string }>(
    `select p.learner, i."user" as teacher from package_purchases p join instructors i on i.id = p.instructor where p.id = $1`,
    [id],
  );
  return row;
}

/** Whether a refund is somebody's own, or a payout. */
export async function isTheirs(
  db: Queryable,
  { of, id, user }: { of: 'refund' | 'payout'; id: string; user: string },
): Promise<boolean> {
  const own =
    of === 'refund'
      ? 'select 1 from refunds where id = $1 and learner = $2'
      : 'select 1 from payouts p join instructors i on i.id = p.instructor where p.id = $1 and i."user" = $2';
  return (await db.query(own, [id, user])).length > 0;
}

/** Whether an instructor's profile is somebody's own. */
export async function isOwnProfile(db: Queryable, instructor: string, user: string): Promise<boolean> {
  return (await db.query(`select 1 from instructors where id = $1 and "user" = $2`, [instructor, user])).length > 0;
}
