import type { Queryable, Row } from '#engine/database/database.ts';
import type { PayableItem } from '#rules/payouts/plan-payout.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';

/** Instructors who may have something to be paid on a payout day: what is payable by then, and no payout of that day yet. */
export async function findPayableInstructors(
  db: Queryable,
  { date, payableMs, after, policy }: { date: string; payableMs: number; after: string; policy: PolicyValues },
): Promise<string[]> {
  const rows = await db.query<{ instructor: string }>(
    `select p.instructor from payables p
     where p.payout = '' and p.instructor > $3 and (p."amountCents" < 0 or p."payableFrom" <= to_timestamp($2::double precision / 1000))
       and not exists (select from payouts x where x.instructor = p.instructor and x.date = $1)
     group by p.instructor
     having sum(p."amountCents") >= $4 or sum(p."amountCents") > 0 and min(p."payableFrom") filter (where p."amountCents" > 0)
       <= to_timestamp($2::double precision / 1000) - make_interval(hours => $5 * 24)
     order by p.instructor limit 500`,
    [date, payableMs, after, policy.payoutMinimumCents, policy.payoutMaxHoldDays],
  );
  return rows.map(({ instructor }) => instructor);
}

export type OpenPayable = PayableItem & { entry: string };

/** What is open of an instructor. A lesson that is disputed holds its money back (domain rule 15). */
export async function listOpenPayables(db: Queryable, instructor: string): Promise<OpenPayable[]> {
  return db.query<OpenPayable>(
    `select p.entry::text, p."amountCents"::double precision as cents,
       (extract(epoch from p."payableFrom") * 1000)::double precision as "payableFromMs",
       coalesce(l.status = 'disputed', false) as "isHeldBack"
     from payables p left join lessons l on l.id = p.lesson
     where p.instructor = $1 and p.payout = '' order by p.entry`,
    [instructor],
  );
}

/** Locks what is payable to an instructor until the transaction ends: nothing is posted to it meanwhile. */
export async function lockPayables(tx: Queryable, instructor: string): Promise<void> {
  await tx.query(`select 1 from ledger_accounts where id = 'instructor_payable:' || $1 for no key update`, [
    instructor,
  ]);
}

/** Writes a payout down with what it takes along; undefined when there is one of the same instructor and day. */
export async function insertPayout(tx: Queryable, payout: Row, entries: readonly string[]): Promise<Row | undefined> {
  const columns = Object.keys(payout);
  const [row] = await tx.query(
    `insert into payouts (${columns.map((column) => `"${column}"`).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing returning *`,
    Object.values(payout),
  );
  if (row) await tx.query('update payables set payout = $1 where entry = any ($2::bigint[])', [payout.id, entries]);
  return row;
}

/** Payouts that are to be sent, or asked for again, the oldest first. */
export async function findDuePayouts(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from payouts where status in ('planned', 'sent') and "dueAt" <= to_timestamp($1::double precision / 1000)
     order by "dueAt", id limit 500`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}

export type ClaimedPayout = { id: string; instructor: string; amountCents: number; round: number; isRepeat: boolean };

/** planned → sent, or sent once more when its time has come; whoever gets a row sends it. The pause doubles from a minute to about eight hours. */
export async function claimPayout(
  db: Queryable,
  id: string,
  { provider, nowMs }: { provider: string; nowMs: number },
): Promise<ClaimedPayout | undefined> {
  const [row] = await db.query<ClaimedPayout>(
    `update payouts p set status = 'sent', provider = $3, attempts = attempts + 1, "sentAt" = coalesce("sentAt", t.at), updated = t.at,
       "dueAt" = t.at + make_interval(mins => (2 ^ least(attempts, 9))::integer)
     from (select to_timestamp($2::double precision / 1000) as at) t
     where p.id = $1 and (p.status = 'planned' or p.status = 'sent' and p."dueAt" <= t.at)
     returning p.id, p.instructor, p."amountCents", p._round as round, p.attempts > 1 as "isRepeat"`,
    [id, nowMs, provider],
  );
  return row;
}

type Ending = { reference: string; nowMs: number };

/** sent → paid, with the ledger (`settle_payout`); undefined when that was known. */
export async function settlePayout(db: Queryable, id: string, { reference, nowMs }: Ending): Promise<Row | undefined> {
  const [row] = await db.query(
    `select p.* from settle_payout($1, $2, to_timestamp($3::double precision / 1000)) p where p.id is not null`,
    [id, reference, nowMs],
  );
  return row;
}

/** paid → failed, with the ledger (`return_payout`): the money came back. */
export async function returnPayout(
  db: Queryable,
  id: string,
  { code, nowMs }: { code: string; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await db.query(
    `select p.* from return_payout($1, $2, to_timestamp($3::double precision / 1000)) p where p.id is not null`,
    [id, code, nowMs],
  );
  return row;
}

/** sent → failed: the provider will not do it. The money waits with its payout for an admin. */
export async function failPayout(db: Queryable, id: string, failureCode: string, nowMs: number): Promise<void> {
  await db.query(
    `update payouts set status = 'failed', "failureCode" = $2, updated = to_timestamp($3::double precision / 1000)
     where id = $1 and status = 'sent'`,
    [id, failureCode, nowMs],
  );
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
export async function notePayout(db: Queryable, id: string, reference: string): Promise<void> {
  await db.query(`update payouts set "providerReference" = $2 where id = $1 and status = 'sent'`, [id, reference]);
}

/** The payout's row, or undefined. */
export async function findPayout(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from payouts where id = $1', [id]))[0];
}

/** The day of an instructor's latest payout, or ''. */
export async function findLastPayoutDate(db: Queryable, instructor: string): Promise<string> {
  const [row] = await db.query<{ date: string }>(
    `select coalesce(max(date), '') as date from payouts where instructor = $1`,
    [instructor],
  );
  return row?.date ?? '';
}
