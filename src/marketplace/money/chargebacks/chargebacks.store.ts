import type { Queryable, Row } from '#engine/database/database.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { besideBank, besideCase, type TakenBack } from '../payments/till.ts';

/** The payment that a provider knows by a name; undefined when it is not ours. */
export async function findByReference(db: Queryable, reference: string): Promise<Row | undefined> {
  if (reference === '') return undefined;
  return (
    await db.query(`select * from payments where "providerReference" = $1 order by "chargedWith" <> '', _seq`, [
      reference,
    ])
  )[0];
}

/** The payment's row, or undefined. */
export async function findPaymentOf(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from payments where id = $1', [id]))[0];
}

export type ChargedPart = { payment: string; amountCents: number; leftCents: number };

/** The payments that were charged together with one, it first, with what of each a bank could take back still: what became credit is with us. */
export function listParts(db: Queryable, payment: string): Promise<ChargedPart[]> {
  return db.query(
    `select p.id as payment, p."amountCents", (refundable_cents(p) + coalesce((select sum(r."amountCents") from refunds r
         where r.payment = p.id and r."providerReference" = 'credit'), 0))::integer as "leftCents"
     from payments p where p.id = $1 or p."chargedWith" = $1
     order by p."chargedWith" <> '', p.lesson`,
    [payment],
  );
}

/** The chargebacks of a dispute: one, or one for each payment of what was charged together. */
export async function listOfDispute(db: Queryable, dispute: string): Promise<Array<{ id: string; payment: string }>> {
  return db.query(`select id, payment from chargebacks where id = $1 or starts_with(id, $1 || '.') order by id`, [
    dispute,
  ]);
}

/** What of a dispute is booked, and of which payment its first share is; undefined when it is not known. */
export async function findBooked(
  tx: Queryable,
  dispute: string,
): Promise<{ payment: string; bookedCents: number } | undefined> {
  const [row] = await tx.query<{ payment: string | null; bookedCents: number }>(
    `select (array_agg(payment order by id))[1] as payment, coalesce(sum("amountCents"), 0)::integer as "bookedCents"
     from chargebacks where id = $1 or starts_with(id, $1 || '.')`,
    [dispute],
  );
  return row?.payment ? { payment: row.payment, bookedCents: row.bookedCents } : undefined;
}

/** Books what the provider asks for a dispute in all by now, where that is another fee than was booked (`change_chargeback_fee`). */
export async function changeFee(tx: Queryable, dispute: string, feeCents: number, nowMs: number): Promise<void> {
  await tx.query('select change_chargeback_fee($1, $2, to_timestamp($3::double precision / 1000))', [
    dispute,
    feeCents,
    nowMs,
  ]);
}

/** How a chargeback stands, locked with its payment as whoever decides locks them. */
export async function lockStatus(tx: Queryable, id: string): Promise<string> {
  await tx.query('select lock_payments_beside(payment) from chargebacks where id = $1', [id]);
  const [row] = await tx.query<{ status: string }>('select status from chargebacks where id = $1', [id]);
  return row?.status ?? '';
}

/** A dispute of the provider's, with what it moved; the fee where that is known. */
export type Dispute = { id: string; paymentReference: string; amountCents: number; feeCents: number | undefined };

/** Writes a chargeback down with its entries (`open_chargeback`); undefined when it was known. */
export async function insertOpened(
  tx: Queryable,
  { id, amountCents, feeCents = 0 }: Dispute,
  { payment, nowMs }: { payment: string; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `select c.* from open_chargeback($1, $2, $3, $4, to_timestamp($5::double precision / 1000)) c where c.id is not null`,
    [id, payment, amountCents, feeCents, nowMs],
  );
  return row;
}

/** Writes down what the bank decided, with its entries (`close_chargeback`); undefined when it was known, or nobody told of its opening. What was lost may be won later. */
export async function insertClosed(tx: Queryable, id: string, isWon: boolean, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    'select c.* from close_chargeback($1, $2, to_timestamp($3::double precision / 1000)) c where c.id is not null',
    [id, isWon, nowMs],
  );
  return row;
}

/** Covers a chargeback out of all that is still held for what was paid. */
export async function coverChargeback(tx: Queryable, id: string, nowMs: number): Promise<void> {
  await tx.query(
    'select cover_chargeback(id, "amountCents", to_timestamp($2::double precision / 1000)) from chargebacks where id = $1',
    [id, nowMs],
  );
}

/** Covers a chargeback out of what of its lesson's money became credit (`cover_from_credit`). */
export async function coverFromCredit(tx: Queryable, id: string, nowMs: number): Promise<void> {
  await tx.query('select cover_from_credit($1, to_timestamp($2::double precision / 1000))', [id, nowMs]);
}

/** A payment by credit of what is ahead. */
export type BoughtByCredit = { payment: string; lesson: string; packagePurchase: string };

/**
 * What a learner paid with credit and has ahead, the latest first: lessons that have not begun, and packages with hours or such lessons. Nothing where a
 * chargeback is covered or won, or its payment did not become credit.
 */
export function listBought(db: Queryable, chargeback: string, nowMs: number): Promise<BoughtByCredit[]> {
  const isAhead = (l: string) =>
    `${l}.status in ${statesIn('upcoming')} and ${l}.start > to_timestamp($2::double precision / 1000)`;
  return db.query<BoughtByCredit>(
    `select q.id as payment, q.lesson, q."packagePurchase" from chargebacks c join payments p on p.id = c.payment
       join payments q on q.learner = p.learner and q.method = 'credit' and q."drawnFrom" = '' and q.status in ('succeeded', 'part_refunded')
     where c.id = $1 and c.status <> 'won' and c."amountCents" > c."coveredCents" and credited_cents(p) > 0
       and (exists (select from lessons l where l.id = q._lesson and ${isAhead('l')})
         or exists (select from package_purchases k where k.id = q."packagePurchase" and (k.status = 'active' or k.status = 'used' and exists (
           select from payments d join lessons x on x.id = d._lesson where d."drawnFrom" = k.id and d.status in ('succeeded', 'part_refunded') and ${isAhead('x')}))))
     order by q.created desc, q._seq desc`,
    [chargeback, nowMs],
  );
}

/** Covers a chargeback out of what of its payment is owed back and could not be sent (`cover_from_refunds`). */
export async function coverFromRefunds(tx: Queryable, id: string, nowMs: number): Promise<void> {
  await tx.query('select cover_from_refunds($1, to_timestamp($2::double precision / 1000))', [id, nowMs]);
}

/** What nothing covers of a lost chargeback is owed by its learner (`owe_chargeback`); answers how much. */
export async function oweChargeback(tx: Queryable, id: string, nowMs: number): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    'select owe_chargeback($1, to_timestamp($2::double precision / 1000)) as cents',
    [id, nowMs],
  );
  return row?.cents ?? 0;
}

/** What a person was still to send back of a payment is not to be sent any more (`stop_refunds_by_hand`). */
export async function stopRefundsByHand(tx: Queryable, payment: string, nowMs: number): Promise<void> {
  await tx.query('select stop_refunds_by_hand($1, to_timestamp($2::double precision / 1000))', [payment, nowMs]);
}

/** Keeps where the lesson was that waits for the bank. */
export async function noteFrozen(tx: Queryable, id: string, lessonWas: string): Promise<void> {
  await tx.query('update chargebacks set "_lessonWas" = $2 where id = $1', [id, lessonWas]);
}

/** Whether the lesson of a chargeback waits for another one of it that is open. */
export async function waitsForOtherBank(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    `select from chargebacks c join payments p on p.id = c.payment join payments q on q._lesson = p._lesson join chargebacks o on o.payment = q.id
     where c.id = $1 and o.id <> c.id and o.status = 'open' and o."_lessonWas" not in ('', '${besideCase}')`,
    [id],
  );
  return rows.length > 0;
}

/** Another open chargeback of the lesson, if there is one, keeps it waiting from now on, and where it was. Answers whether there is. */
export async function passOnWaiting(tx: Queryable, id: string, lessonWas: string): Promise<boolean> {
  const rows = await tx.query(
    `update chargebacks x set "_lessonWas" = $2 where x.id = (
       select o.id from chargebacks c join payments p on p.id = c.payment join payments q on q._lesson = p._lesson join chargebacks o on o.payment = q.id
       where c.id = $1 and o.id <> c.id and o.status = 'open' and o."_lessonWas" = '${besideBank}' order by o._seq limit 1)
     returning x.id`,
    [id, lessonWas],
  );
  return rows.length > 0;
}

/** Whether the lesson of `c` waits, or waited until it was decided: where another bank keeps it, it waits still. */
const hasWaited = `(c."_lessonWas" <> '' and (c.status = 'open' or not exists (
  select from payments q join chargebacks o on o.payment = q.id where q._lesson = p._lesson and o.status = 'open' and o."_lessonWas" <> '')))`;

type AsItStands = Omit<TakenBack, 'isOff' | 'lessonsOff'>;

/** What people are told of a chargeback as it stands; what was called off for it is its opener's to know. */
export async function findTakenBack(tx: Queryable, id: string): Promise<AsItStands> {
  const [row] = await tx.query<AsItStands>(
    `select c.id as chargeback, c.status, c."amountCents", c."coveredCents", ${hasWaited} as "hasWaited",
       c."_lessonWas" = '${besideCase}' as "isBesideCase", has_left(p.learner) as "hasLeft"
     from chargebacks c join payments p on p.id = c.payment where c.id = $1`,
    [id],
  );
  if (!row) throw new Error(`There is no chargeback ${id}.`);
  return row;
}

/** Notes that people are told of a chargeback; false of one of a payment that had gone back already, or is about to: it paid for nothing. */
export async function noteTold(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.query(
    `update chargebacks c set "_isTold" = true from payments p
     where c.id = $1 and p.id = c.payment and p."amountCents" > coalesce((select sum(r."amountCents") from refunds r
       where r.payment = p.id and r.created <= c.created and r."providerReference" not in ('credit', 'chargeback')), 0) returning c.id`,
    [id],
  );
  return rows.length > 0;
}

/** The chargebacks that nobody was told of, and that a refund has covered since: it was under way, and failed. */
export async function findUntold(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select c.id from chargebacks c where not c."_isTold" and c."coveredCents" > 0
       and exists (select from refunds r where r.payment = c.payment and r."providerReference" = 'chargeback') order by c.id limit 100`,
  );
  return rows.map(({ id }) => id);
}

/** Notes that people are told of such a chargeback, and keeps its decision waiting until they are; its payment, undefined where they were. */
export async function lockUntold(tx: Queryable, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ payment: string }>(
    'update chargebacks set "_isTold" = true where id = $1 and not "_isTold" returning payment',
    [id],
  );
  return row?.payment;
}

/** Whose lesson it is; undefined when there is none. */
export async function findPartiesOf(
  db: Queryable,
  lesson: string,
): Promise<{ learner: string; instructorUser: string } | undefined> {
  const [row] = await db.query<{ learner: string; instructorUser: string }>(
    'select l.learner, i."user" as "instructorUser" from lessons l join instructors i on i.id = l.instructor where l.id = $1',
    [lesson],
  );
  return row;
}

export type TakenBackRow = Pick<TakenBack, 'status' | 'amountCents' | 'coveredCents' | 'hasWaited' | 'isBesideCase'> & {
  openedMs: number;
  decidedMs: number;
};

/** The chargebacks of a lesson's payments, the latest first; its people see those that they were told of. A decided one was changed last by that. */
export function listOfLesson(db: Queryable, lesson: string, { isAll }: { isAll: boolean }): Promise<TakenBackRow[]> {
  return db.query<TakenBackRow>(
    `select c.status, c."amountCents", c."coveredCents", ${hasWaited} as "hasWaited", c."_lessonWas" = '${besideCase}' as "isBesideCase",
       (extract(epoch from c.created) * 1000)::double precision as "openedMs", (extract(epoch from c.updated) * 1000)::double precision as "decidedMs"
     from chargebacks c join payments p on p.id = c.payment where p._lesson = $1 and (c."_isTold" or $2)
     order by c._seq desc`,
    [lesson, isAll],
  );
}
