import type { Queryable, Row } from '#engine/database/database.ts';
import type { PayableItem } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

/**
 * What is open, with whether it is owed back and covered by what its lesson brought and nobody has paid out yet. Such an amount is payable as soon as
 * anything of the lesson is, so that nothing of it leaves alone.
 */
const openPayables = (which: string) => `(
  select o.*, case when o."isCovered" then o."lessonFrom" else o.own end as "payableFrom"
  from (
    select p.entry, p.instructor, p.lesson, p."amountCents", p."payableFrom" as own, min(p."payableFrom") over of_lesson as "lessonFrom",
      p."amountCents" < 0 and p.lesson <> '' and sum(p."amountCents") over of_lesson >= 0 as "isCovered"
    from payables p where p.payout = '' and ${which} window of_lesson as (partition by p.instructor, p.lesson)) o)`;

/** Instructors who may have something to be paid on a payout day: what is payable by then, and no payout of that day yet. */
export async function findPayableInstructors(
  db: Queryable,
  { date, payableMs, after, policy }: { date: string; payableMs: number; after: string; policy: PolicyValues },
): Promise<string[]> {
  const rows = await db.query<{ instructor: string }>(
    `select p.instructor from ${openPayables('p.instructor > $3')} p
     where (p."amountCents" < 0 and not p."isCovered" or p."payableFrom" <= to_timestamp($2::double precision / 1000))
       and not exists (select from payouts x where x.instructor = p.instructor and x.date = $1)
     group by p.instructor
     having sum(p."amountCents") >= $4 or sum(p."amountCents") > 0 and min(p."payableFrom") filter (where p."amountCents" > 0)
       <= to_timestamp($2::double precision / 1000) - make_interval(hours => $5 * 24)
     order by p.instructor limit 500`,
    [date, payableMs, after, policy.payoutMinimumCents, policy.payoutMaxHoldDays],
  );
  return rows.map(({ instructor }) => instructor);
}

export type OpenPayable = PayableItem & { instructor: string; entry: string };

/** Payments `d` with minutes of the package whose end is the transaction `t`, of lessons `x` that are not over: what was kept for those may go back. */
const packageEndsLater = `p.lesson = '' and exists (
  select from ledger_entries e join ledger_transactions t on t.id = e.transaction
    join payments d on d."drawnFrom" = split_part(t.cause, ':', 2) and d."drawnFrom" <> '' join lessons x on x.id = d._lesson
  where e.id = p.entry and t.cause like 'package-end:%' and x.status in ${statesIn('open')})`;

/** A lesson `l` whose payment the learner's bank takes back, also where a claim about it ended before the bank decided (rule 21). */
const waitsForBank = `l.id in (select q._lesson from chargebacks c join payments q on q.id = c.payment
  where c.status = 'open' and c."_lessonWas" <> '' and q._lesson is not null)`;

/**
 * What is open of instructors. A lesson that is disputed holds its money back (domain rule 15), and so do one that waits for the bank and one that is
 * ahead: a claim may have been decided before it, and it may be moved to a day after the one from which on its money was payable.
 */
export async function listOpenPayables(db: Queryable, instructors: readonly string[]): Promise<OpenPayable[]> {
  return db.query<OpenPayable>(
    `select p.instructor, p.entry::text, p."amountCents"::double precision as cents,
       (extract(epoch from p."payableFrom") * 1000)::double precision as "payableFromMs",
       coalesce(l.status in ${statesIn('open')} or ${waitsForBank}, false) or ${packageEndsLater} as "isHeldBack", p."isCovered"
     from ${openPayables('p.instructor = any ($1)')} p left join lessons l on l.id = p.lesson
     order by p.entry`,
    [instructors],
  );
}

/** Locks what is payable to instructors until the transaction ends: nothing is posted to it meanwhile. */
export async function lockPayables(tx: Queryable, instructors: readonly string[]): Promise<void> {
  // In the order in which postings lock accounts.
  await tx.query('select 1 from ledger_accounts where id = any ($1) order by id for no key update', [
    instructors.map((instructor) => `instructor_payable:${instructor}`),
  ]);
}

export type NewPayout = {
  id: string;
  instructor: string;
  amountCents: number;
  author: string;
  requestHash: string;
  /** What it takes along. */
  entries: readonly string[];
};

/** Writes payouts of a day down with what they take along; those whose instructor has one of that day are left out of the answer. */
export function insertPayouts(
  tx: Queryable,
  payouts: readonly NewPayout[],
  { date, nowMs }: { date: string; nowMs: number },
): Promise<Row[]> {
  return tx.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb) as g (
         id text, instructor text, "amountCents" integer, author text, "requestHash" text, entries jsonb)),
       written as (
         insert into payouts (id, instructor, "amountCents", status, date, "dueAt", created, updated, _author, _request_hash)
         select g.id, g.instructor, g."amountCents", 'planned', $2, t.at, t.at, t.at, g.author, g."requestHash"
         from given g, (select to_timestamp($3::double precision / 1000) as at) t on conflict do nothing returning *),
       taken as (
         update payables p set payout = w.id
         from written w join given g on g.id = w.id, jsonb_array_elements_text(g.entries) e (entry) where p.entry = e.entry::bigint)
     select * from written`,
    [JSON.stringify(payouts), date, nowMs],
  );
}

/** Payouts that are to be sent, or that a provider is to be asked for again, the oldest first. */
export async function findDuePayouts(db: Queryable, provider: string, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from payouts where (status = 'planned' or status = 'sent' and provider = $2) and "dueAt" <= to_timestamp($1::double precision / 1000)
     order by "dueAt", id limit 500`,
    [nowMs, provider],
  );
  return rows.map(({ id }) => id);
}

/**
 * sent → failed: payouts that another provider had under way when this one took its place may be paid there, so nobody sends them but a person who
 * has looked. What a person sends stays theirs.
 */
export function failOthersPayouts(db: Queryable, provider: string, nowMs: number): Promise<Row[]> {
  return db.query(
    `update payouts set status = 'failed', "failureCode" = 'other_provider', updated = t.at
     from (select to_timestamp($1::double precision / 1000) as at) t
     where status = 'sent' and "dueAt" <= t.at and provider not in ($2, 'manual') returning payouts.*`,
    [nowMs, provider],
  );
}

export type ClaimedPayout = { id: string; instructor: string; amountCents: number; round: number; isRepeat: boolean };

/**
 * planned → sent, or sent once more by the same provider when their time has come; whoever gets a row sends it. The pause doubles from a minute to about
 * eight hours.
 */
export function claimPayouts(
  db: Queryable,
  ids: readonly string[],
  { provider, nowMs }: { provider: string; nowMs: number },
): Promise<ClaimedPayout[]> {
  return db.query<ClaimedPayout>(
    `update payouts p set status = 'sent', provider = $3, attempts = attempts + 1, "sentAt" = coalesce("sentAt", t.at), updated = t.at,
       "dueAt" = t.at + make_interval(mins => (2 ^ least(attempts, 9))::integer)
     from (select to_timestamp($2::double precision / 1000) as at) t
     where p.id = any ($1) and (p.status = 'planned' or p.status = 'sent' and p.provider = $3 and p."dueAt" <= t.at)
     returning p.id, p.instructor, p."amountCents", p._round as round, p.attempts > 1 as "isRepeat"`,
    [ids, nowMs, provider],
  );
}

export type PaidPayout = { id: string; reference: string };

/** sent → paid, with the ledger (`settle_payouts`); those that were known to be are left out of the answer. */
export function settlePayouts(db: Queryable, paid: readonly PaidPayout[], nowMs: number): Promise<Row[]> {
  return db.query('select * from settle_payouts($1::jsonb, to_timestamp($2::double precision / 1000))', [
    JSON.stringify(paid),
    nowMs,
  ]);
}

/** The payout that a transfer pays: by its id, as we wrote it on it, else by what the provider calls it. */
export async function findByTransfer(
  db: Queryable,
  { payout, reference }: { payout: string; reference: string },
): Promise<Row | undefined> {
  const [row] = await db.query(
    `select * from payouts where id = $1 or ("providerReference" = $2 and $2 <> '') order by id <> $1 limit 1`,
    [payout, reference],
  );
  return row;
}

/**
 * So many cents of a payout in all were taken back by the provider, with the ledger (`reverse_payout`). `changed` is its row, undefined when that was known;
 * one that somebody paid in another way is left.
 */
export async function reversePayout(
  tx: Queryable,
  id: string,
  { reference, cents, nowMs }: { reference: string; cents: number; nowMs: number },
): Promise<{ changed: Row | undefined; wasPaidOtherwise: boolean }> {
  const before = await lockPayout(tx, id);
  const [changed] = await tx.query(
    `select p.* from reverse_payout($1, $2, $3, 'reversed', to_timestamp($4::double precision / 1000)) p where p.id is not null`,
    [id, reference, cents, nowMs],
  );
  const wasPaidOtherwise = before?.status === 'paid' && before.providerReference !== reference;
  return { changed, wasPaidOtherwise };
}

/** sent → failed: the provider will not do it. The money waits with its payout for an admin. */
export async function failPayout(
  db: Queryable,
  id: string,
  failureCode: string,
  nowMs: number,
): Promise<Row | undefined> {
  const [row] = await db.query(
    `update payouts set status = 'failed', "failureCode" = $2, updated = to_timestamp($3::double precision / 1000)
     where id = $1 and status = 'sent' returning *`,
    [id, failureCode, nowMs],
  );
  return row;
}

/** Which of some payouts pay a lesson that is in dispute, or to be given still, and how each stands. */
export async function findDisputed(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; status: string }>(
    `select distinct x.id, x.status from payables p join payouts x on x.id = p.payout join lessons l on l.id = p.lesson
     where p.payout = any ($1) and p.payout <> '' and (l.status in ${statesIn('open')} or ${waitsForBank})`,
    [ids],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Those of some payouts that failed; none that another provider may have paid. */
export function findFailed(db: Queryable, ids: readonly string[]): Promise<Array<{ id: string; instructor: string }>> {
  return db.query(
    `select id, instructor from payouts where id = any ($1) and status = 'failed' and "failureCode" <> 'other_provider'`,
    [ids],
  );
}

/** A payout that nobody was paid takes further amounts along, which change what it comes to. */
export async function takeAlong(
  tx: Queryable,
  id: string,
  { amountCents, entries }: { amountCents: number; entries: readonly string[] },
): Promise<void> {
  await tx.query(`update payables set payout = $1 where entry = any ($2::bigint[]) and payout = ''`, [id, entries]);
  await tx.query('update payouts set "amountCents" = $2 where id = $1', [id, amountCents]);
}

/** failed → planned, to be sent by the same id; undefined when it is not failed, or its money came back and is payable anew. */
export async function planAgain(db: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  const [row] = await db.query(
    `update payouts set status = 'planned', "failureCode" = '', _round = _round + 1, "dueAt" = t.at, updated = t.at
     from (select to_timestamp($2::double precision / 1000) as at) t
     where id = $1 and status = 'failed' and "returnedAt" is null returning payouts.*`,
    [id, nowMs],
  );
  return row;
}

/** Writes down by which name the provider knows a payout that is on its way. */
export async function notePayout(db: Queryable, id: string, reference: string): Promise<Row | undefined> {
  const [row] = await db.query(
    `update payouts set "providerReference" = $2 where id = $1 and status = 'sent' returning *`,
    [id, reference],
  );
  return row;
}

/** The payout's row, or undefined. */
export async function findPayout(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from payouts where id = $1', [id]))[0];
}

/** The payout's row, which nobody else changes until the transaction ends; or undefined. */
export async function lockPayout(tx: Queryable, id: string): Promise<Row | undefined> {
  return (await tx.query('select * from payouts where id = $1 for no key update', [id]))[0];
}

/** The account of the instructor whom a payout pays, or ''. */
export async function findPayoutUser(db: Queryable, id: string): Promise<string> {
  const [row] = await db.query<{ user: string }>(
    `select i."user" from payouts p join instructors i on i.id = p.instructor where p.id = $1`,
    [id],
  );
  return row?.user ?? '';
}

/** Whose money an instructor's payout would be, and since when its oldest part could have been paid out. */
export async function findWaitingMoney(
  db: Queryable,
  instructor: string,
  nowMs: number,
): Promise<{ user?: string; begun?: Date | null }> {
  const [row] = await db.query<{ user: string; begun: Date | null }>(
    `select i."user", (select min("payableFrom") from payables where instructor = i.id and payout = ''
       and "payableFrom" <= to_timestamp($2::double precision / 1000)) as begun from instructors i where i.id = $1`,
    [instructor, nowMs],
  );
  return row ?? {};
}

/** The day of an instructor's latest payout, or ''. */
export async function findLastPayoutDate(db: Queryable, instructor: string): Promise<string> {
  const [row] = await db.query<{ date: string }>(
    `select coalesce(max(date), '') as date from payouts where instructor = $1`,
    [instructor],
  );
  return row?.date ?? '';
}
