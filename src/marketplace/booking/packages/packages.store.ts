import type { Queryable, Row } from '#engine/database/database.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

/** What selling a package of an instructor depends on. */
export type Seller = {
  id: string;
  name: string;
  user: string;
  status: string;
  hourlyCents: number;
  timezone: string;
  licenceExpiresOn: string;
  retiresOn: string;
  /** Of the active offer of that length; null without one. */
  discountPercent: number | null;
  pdlExpiresOn: string;
};

/** An instructor as the seller of packages of a length to a learner. */
export async function findSeller(
  db: Queryable,
  { instructor, learner, minutes }: { instructor: string; learner: string; minutes: number },
): Promise<Seller | undefined> {
  const [row] = await db.query<Seller>(
    `select i.id, i.name, i."user", i.status, i."hourlyCents", i.timezone, i."licenceExpiresOn", i."retiresOn", o."discountPercent",
       coalesce((select r."pdlExpiresOn" from licence_roads r where r."user" = $2), '') as "pdlExpiresOn"
     from instructors i left join package_offers o on o.instructor = i.id and o.minutes = $3 and o.active
     where i.id = $1`,
    [instructor, learner, minutes],
  );
  return row;
}

/** Keeps a learner's orders of packages one after the other: the learner's row stands for packages that are not there yet. */
export async function lockLearner(tx: Queryable, learner: string): Promise<void> {
  await tx.query('select id from users where id = $1 for no key update', [learner]);
}

/** Locks the packages of a pair, ends those that still wait for money, and answers how many minutes the learner has left with the instructor. */
export async function replacePending(
  tx: Queryable,
  { learner, instructor, nowMs }: { learner: string; instructor: string; nowMs: number },
): Promise<number> {
  await tx.query(
    `select id from package_purchases where learner = $1 and instructor = $2 and status in ('pending', 'active', 'used')
     order by id for no key update`,
    [learner, instructor],
  );
  await tx.query(
    `update package_purchases set status = 'expired', updated = ${at('$3')}
     where learner = $1 and instructor = $2 and status = 'pending'`,
    [learner, instructor, nowMs],
  );
  const [row] = await tx.query<{ minutes: number }>(
    `select coalesce(sum("minutesLeft"), 0)::integer as minutes from package_purchases
     where learner = $1 and instructor = $2 and status = 'active'`,
    [learner, instructor],
  );
  return row?.minutes ?? 0;
}

/** The purchase's row, or undefined. */
export async function findPurchase(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from package_purchases where id = $1', [id]))[0];
}

/** SQL: whether what is left of a package, `x`, would come back as credit: what it was paid with takes nothing back any more (rule 22). */
export const comesAsCredit = (
  now: string,
) => `exists (select from payments p where p."packagePurchase" = x.id and p."packagePurchase" <> ''
  and p.status in ('succeeded', 'part_refunded') and refundable_cents(p) > 0 and not takes_refund(p, ${at(now)}))`;

/** The purchase under its instructor's calendar's lock and its own (`lock_package`) until the transaction ends, with what is held for it. */
export async function lockPurchase(tx: Queryable, id: string): Promise<Row | undefined> {
  await tx.query('select lock_package($1)', [id]);
  return (
    await tx.query('select x.*, package_held_cents(x.id) as "_heldCents" from package_purchases x where id = $1', [id])
  )[0];
}

/** What of a package's payments came in and is neither paid back nor owed; only payments count. */
export async function findPaidCents(db: Queryable, id: string): Promise<number> {
  const [row] = await db.query<{ cents: number }>(
    `select coalesce(sum(refundable_cents(p)), 0)::integer as cents from payments p
     where p."packagePurchase" = $1 and p."packagePurchase" <> '' and p.status in ('succeeded', 'part_refunded')`,
    [id],
  );
  return row?.cents ?? 0;
}

/** The provider has the money of a payment; see db/functions/money.sql. Its status, or undefined when it was settled before. */
export async function settlePackagePayment(
  tx: Queryable,
  payment: string,
  { reference, nowMs }: { reference: string; nowMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ status: string }>(
    `select p.status from settle_payment($1, $2, ${at('$3')}) p where p.id is not null`,
    [payment, reference, nowMs],
  );
  return row?.status;
}

/** Owes all of a payment back to its learner. */
export async function owePaymentBack(tx: Queryable, payment: string, nowMs: number): Promise<void> {
  await tx.query(
    `select owe_refund(p.id, 'late:' || p.id, p."amountCents", ${at('$2')}) from payments p where p.id = $1`,
    [payment, nowMs],
  );
}

/** pending → active. */
export async function activatePurchase(
  tx: Queryable,
  id: string,
  { nowMs, dueMs, slotCheckMs }: { nowMs: number; dueMs: number; slotCheckMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update package_purchases set status = 'active', "boughtAt" = ${at('$2')}, updated = ${at('$2')}, "_dueAt" = ${at('$3')},
       "_slotSeenAt" = ${at('$2')}, "_slotCheckAt" = ${at('$4')}
     where id = $1 and status = 'pending' returning *`,
    [id, nowMs, dueMs, slotCheckMs],
  );
  return row;
}

/** pending → expired: nobody paid. */
export async function lapsePending(tx: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update package_purchases set status = 'expired', updated = ${at('$2')} where id = $1 and status = 'pending' returning *`,
    [id, nowMs],
  );
  return row;
}

/** Purchases of which something is due, oldest first. */
export async function findDuePurchases(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from package_purchases where status in ('pending', 'active') and "_dueAt" <= ${at('$1')} order by "_dueAt", id limit 200`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}

/** Whether all that was paid for a package is with its payer (`is_paid_back`). */
export async function isPaidBack(tx: Queryable, id: string): Promise<boolean> {
  const [row] = await tx.query<{ isPaidBack: boolean }>('select is_paid_back($1) as "isPaidBack"', [id]);
  return row?.isPaidBack === true;
}

/** Writes down which reminder was sent last, if any, and when the next thing is due. */
export async function noteReminder(
  tx: Queryable,
  id: string,
  { days, dueMs }: { days: number | undefined; dueMs: number },
): Promise<void> {
  await tx.query(
    `update package_purchases set "_remindedDays" = coalesce($2::integer, "_remindedDays"), "_dueAt" = ${at('$3')} where id = $1`,
    [id, days ?? null, dueMs],
  );
}

/** Active packages whose instructor's times are to be looked up again. */
export async function findUncheckedPurchases(
  db: Queryable,
  nowMs: number,
): Promise<Array<{ id: string; instructor: string; lessonMinutes: number[]; horizonDays: number }>> {
  return db.query(
    `select p.id, p.instructor, i."lessonMinutes", i."horizonDays" from package_purchases p join instructors i on i.id = p.instructor
     where p.status = 'active' and p."_slotCheckAt" <= ${at('$1')} order by p."_slotCheckAt", p.id limit 200`,
    [nowMs],
  );
}

/** Writes down that times were looked up, and whether there was one. */
export async function noteSlots(
  tx: Queryable,
  id: string,
  { isSeen, nowMs, nextMs }: { isSeen: boolean; nowMs: number; nextMs: number },
): Promise<void> {
  await tx.query(
    `update package_purchases set "_slotSeenAt" = case when $2 then ${at('$3')} else "_slotSeenAt" end, "_slotCheckAt" = ${at('$4')}
     where id = $1 and status = 'active'`,
    [id, isSeen, nowMs, nextMs],
  );
}

export type PackageParties = { learner: string; learnerName: string; instructorName: string; instructorUser: string };

/** Who is told of a package. */
export async function findPackageParties(db: Queryable, id: string): Promise<PackageParties> {
  const [row] = await db.query<PackageParties>(
    `select p.learner, shown_name(u) as "learnerName", i.name as "instructorName", i."user" as "instructorUser"
     from package_purchases p join instructors i on i.id = p.instructor join users u on u.id = p.learner where p.id = $1`,
    [id],
  );
  if (!row) throw new Error(`There is no package ${id}.`);
  return row;
}

/** Whether an instructor can be booked, as far as money of packages asks (`status_without_open_claims` in db/functions/claims.sql). */
export async function findSellerStatus(db: Queryable, instructor: string): Promise<string> {
  const [row] = await db.query<{ status: string }>(
    'select status_without_open_claims(i) as status from instructors i where i.id = $1',
    [instructor],
  );
  return row?.status ?? '';
}

/** The packages in use of a learner, with what is held for each. */
export function listActive(db: Queryable, learner: string, nowMs: number): Promise<Row[]> {
  return db.query(
    `select x.*, package_held_cents(x.id) as "_heldCents", ${comesAsCredit('$2')} as "_comesAsCredit", i.name as "_instructorName", status_without_open_claims(i) as "_instructorStatus"
     from package_purchases x join instructors i on i.id = x.instructor
     where x.learner = $1 and x.status = 'active' and x."_endsAt" > ${at('$2')} order by x."expiresOn", x._seq`,
    [learner, nowMs],
  );
}

/** The packages in use that somebody bought or sold, with the other side's name. */
export function findPackagesOf(
  db: Queryable,
  user: string,
): Promise<Array<{ id: string; side: 'learner' | 'instructor'; withName: string; instructorStatus: string }>> {
  return db.query(
    `select p.id, case when p.learner = $1 then 'learner' else 'instructor' end as side, status_without_open_claims(i) as "instructorStatus",
       case when p.learner = $1 then i.name else shown_name(u) end as "withName"
     from package_purchases p join instructors i on i.id = p.instructor join users u on u.id = p.learner
     where (p.learner = $1 or i."user" = $1) and p.status = 'active' order by p._seq`,
    [user],
  );
}

/** A package that waits for money does so for longer, never shorter than before. Answers until when; undefined where it waits no more. */
export async function prolongPending(
  tx: Queryable,
  { id, untilMs, nowMs }: { id: string; untilMs: number; nowMs: number },
): Promise<number | undefined> {
  const [row] = await tx.query<{ dueMs: number }>(
    `update package_purchases set "_dueAt" = greatest("_dueAt", ${at('$3')}), updated = ${at('$2')}
     where id = $1 and status = 'pending' and "_dueAt" > ${at('$2')}
     returning (extract(epoch from "_dueAt") * 1000)::double precision as "dueMs"`,
    [id, nowMs, untilMs],
  );
  return row?.dueMs;
}

/** The packages that a learner has left with an instructor. */
export async function findActiveOf(
  tx: Queryable,
  { learner, instructor }: { learner: string; instructor: string },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from package_purchases where learner = $1 and instructor = $2 and status = 'active' order by id`,
    [learner, instructor],
  );
  return rows.map(({ id }) => id);
}
