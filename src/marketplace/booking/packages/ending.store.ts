import type { Queryable, Row } from '#engine/database/database.ts';
import { statesIn } from '../../platform/reads/states-in.ts';
import { comesAsCredit } from './packages.store.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;

/** active → refunded or expired; the rest of its minutes is gone. */
export async function endPurchase(tx: Queryable, id: string, status: string, nowMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update package_purchases set status = $2, "minutesLeft" = 0, updated = ${at('$3')}
     where id = $1 and status = 'active' returning *`,
    [id, status, nowMs],
  );
  return row;
}

/**
 * Gives cents of what is held for a package back (`give_package_back`): to somebody who leaves no credit is of use, it is owed to them then. Answers the
 * payments, and whether it became credit.
 */
export async function refundPurchase(
  tx: Queryable,
  id: string,
  { cents, isLeaving, nowMs }: { cents: number; isLeaving: boolean; nowMs: number },
): Promise<{ payments: string[]; isCredit: boolean }> {
  const rows = await tx.query<{ id: string; isCredit: boolean }>(
    `select p.id, not $3::boolean and ${comesAsCredit('$2')} as "isCredit" from package_purchases x
     join payments p on p."packagePurchase" = x.id and p."packagePurchase" <> ''
     where x.id = $1 and p.status in ('succeeded', 'part_refunded')`,
    [id, nowMs, isLeaving],
  );
  await tx.query(`select give_package_back($1, 'package', $2::integer, $3, ${at('$4')})`, [
    id,
    cents,
    isLeaving,
    nowMs,
  ]);
  return { payments: rows.map((row) => row.id), isCredit: rows.some((row) => row.isCredit) };
}

/** The lessons that a package's minutes paid and that have not begun, in the order of booking's locks. */
export async function listLessonsAhead(tx: Queryable, id: string, nowMs: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select l.id from payments p join lessons l on l.id = p._lesson
     where p."drawnFrom" = $1 and p."drawnFrom" <> '' and p.status in ('succeeded', 'part_refunded') and l.start > ${at('$2')}
       and l.status in ${statesIn('upcoming')} order by l.instructor, l.id`,
    [id, nowMs],
  );
  return rows.map((row) => row.id);
}

/** What is held for a package beyond what banks have taken back of it, in cents. */
export async function findBeyondBank(tx: Queryable, id: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    `select greatest(0, package_held_cents($1) - coalesce((
       select sum(c."amountCents" - c."coveredCents") from chargebacks c join payments p on p.id = c.payment
       where p."packagePurchase" = $1 and p."packagePurchase" <> '' and c.status <> 'won'), 0))::integer as cents`,
    [id],
  );
  return row?.cents ?? 0;
}

/** What the fee of more money of a package depends on: minutes and fees of the pair's settled lessons and packages, as they count at its price, and whether the instructor brought the learner along. */
export async function findPairHistory(
  db: Queryable,
  {
    learner,
    instructor,
    priceCents,
    minutes,
  }: { learner: string; instructor: string; priceCents: number; minutes: number },
): Promise<{ paidMinutes: number; feeCents: number; isOwnLearner: boolean }> {
  const [row] = await db.query<{ paidMinutes: number; feeCents: number; isOwnLearner: boolean }>(
    `select coalesce(sum(counted_minutes(s."paidMinutes", s."keptCents", $3, $4)), 0)::integer as "paidMinutes",
       (coalesce(sum(s."feeCents"), 0) + kept_package_fees($2, $1))::integer as "feeCents",
       exists (select from own_learners o where o.instructor = $2 and o."user" = $1) as "isOwnLearner"
     from settlements s where s.learner = $1 and s.instructor = $2`,
    [learner, instructor, priceCents, minutes],
  );
  return row ?? { paidMinutes: 0, feeCents: 0, isOwnLearner: false };
}

/** When the last lesson ends that was paid with a package's minutes, in epoch milliseconds; undefined where there is none. */
export async function findLastLessonEnd(tx: Queryable, id: string): Promise<number | undefined> {
  const [row] = await tx.query<{ ms: number | null }>(
    `select (extract(epoch from max(l."end")) * 1000)::double precision as ms
     from payments p join lessons l on l.id = p.lesson where p."drawnFrom" = $1 and p."drawnFrom" <> '' and p.status in ('succeeded', 'part_refunded')`,
    [id],
  );
  return row?.ms ?? undefined;
}

export type KeptOfPackage = {
  id: string;
  instructor: string;
  keptCents: number;
  feeCents: number;
  payableFrom: string;
  nowMs: number;
};

/** Posts what the instructor keeps of a package that ended, and writes it down: lessons that are called off afterwards give it back. */
export async function postKept(
  tx: Queryable,
  { id, instructor, keptCents, feeCents, payableFrom, nowMs }: KeptOfPackage,
): Promise<void> {
  await tx.query('update package_purchases set "_keptCents" = $2, "_keptFeeCents" = $3 where id = $1', [
    id,
    keptCents,
    feeCents,
  ]);
  const entries = [
    { account: `held_package:${id}`, cents: keptCents },
    { account: `instructor_payable:${instructor}`, cents: feeCents - keptCents, payableFrom },
    { account: 'platform_fees', cents: -feeCents },
  ];
  await tx.query(
    `select post_ledger_transaction('package-end:' || $1::text, 'settlement', null, null, ${at('$2')}, $3::jsonb)`,
    [id, nowMs, JSON.stringify(entries.filter(({ cents }) => cents !== 0))],
  );
}

/** The packages in use of a pair, with what is held for each; to be looked at, not locked. */
export function listActive(
  db: Queryable,
  { learner, instructor }: { learner: string; instructor: string },
): Promise<Row[]> {
  return db.query(
    `select x.*, package_held_cents(x.id) as "_heldCents" from package_purchases x
     where x.learner = $1 and x.instructor = $2 and x.status = 'active' order by x.id`,
    [learner, instructor],
  );
}
