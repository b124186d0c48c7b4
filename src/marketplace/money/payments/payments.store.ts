import type { Queryable, Row } from '#engine/database/database.ts';
import type { PurposeField } from './till.ts';

export type OpenPayment = { id: string; status: string };

/** The payment of a purpose, other than by credit, that is open or done. */
export async function findOpenPayment(
  db: Queryable,
  field: PurposeField,
  id: string,
): Promise<OpenPayment | undefined> {
  const [row] = await db.query<OpenPayment>(
    `select id, status from payments
     where "${field}" = $1 and method <> 'credit' and status in ('requires_action', 'processing', 'succeeded')
     order by "chargedWith" <> '', _seq limit 1`,
    [id],
  );
  return row;
}

/** Starts a payment as `processing`; undefined when another one of the same purpose is open or done, or the id is taken. */
export async function insertPayment(db: Queryable, payment: Row): Promise<Row | undefined> {
  const columns = Object.keys(payment);
  const rows = await db.query(
    `insert into payments (${columns.map((column) => `"${column}"`).join(', ')})
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing returning *`,
    Object.values(payment),
  );
  return rows[0];
}

/** Writes down that the provider refused; only a payment that is still open changes. */
export async function failPayment(db: Queryable, id: string, failureCode: string, nowMs: number): Promise<void> {
  await db.query(
    `update payments set status = 'failed', "failureCode" = $2, updated = to_timestamp($3::double precision / 1000)
     where id = $1 and status in ('processing', 'requires_action')`,
    [id, failureCode, nowMs],
  );
}

/** Writes down that the payer has to act, or still has to. */
export async function awaitAction(
  db: Queryable,
  id: string,
  {
    reference,
    qrPayload,
    clientSecret = '',
    billReference = '',
    nowMs,
  }: { reference: string; qrPayload: string; clientSecret?: string; billReference?: string; nowMs: number },
): Promise<void> {
  await db.query(
    `update payments set status = 'requires_action', "providerReference" = $2, "qrPayload" = $3, "clientSecret" = $4,
       updated = to_timestamp($5::double precision / 1000), "billReference" = $6
     where id = $1 and status in ('processing', 'requires_action')`,
    [id, reference, qrPayload, clientSecret, nowMs, billReference],
  );
}

/** Writes down why the provider refused a try of a payment that can be tried again. */
export async function noteFailure(
  db: Queryable,
  id: string,
  failureCode: string,
  nowMs: number,
): Promise<Row | undefined> {
  const [row] = await db.query(
    `update payments set "failureCode" = $2, updated = to_timestamp($3::double precision / 1000)
     where id = $1 and status in ('processing', 'requires_action') returning *`,
    [id, failureCode, nowMs],
  );
  return row;
}

/** The payment's row, or undefined. */
export async function findPayment(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from payments where id = $1', [id]))[0];
}

/** The payment with which one was charged, itself where it was charged alone: what its payer was asked for. */
export async function findCharge(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select c.* from payments p join payments c on c.id = charge_of(p) where p.id = $1', [id]))[0];
}

/** How long the provider may take to answer before it is asked what became of a payment. */
const answerSeconds = 60;

/** Open payments whose time ran out, and those that wait for the provider's answer for too long; oldest first. Each goes with the one it is charged with. */
export async function findDuePayments(db: Queryable, nowMs: number): Promise<Row[]> {
  return db.query(
    `select * from payments
     where status in ('requires_action', 'processing') and "chargedWith" = '' and ("expiresAt" <= to_timestamp($1::double precision / 1000)
       or provider <> 'manual' and (status = 'processing' or provider not in ('', 'sandbox'))
         and updated <= to_timestamp($1::double precision / 1000 - ${answerSeconds}))
     order by "expiresAt", id limit 500`,
    [nowMs],
  );
}

/** Writes down in the ledger that the money of a payment has come in. */
export async function postPayment(tx: Queryable, id: string, nowMs: number): Promise<void> {
  await tx.query('select post_payment(p, to_timestamp($2::double precision / 1000)) from payments p where id = $1', [
    id,
    nowMs,
  ]);
}

/** Ends an open payment whose time ran out. */
export async function expirePayment(db: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  const rows = await db.query(
    `update payments set status = 'expired', updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status in ('requires_action', 'processing') returning *`,
    [id, nowMs],
  );
  return rows[0];
}

/** Makes a learner's declarations wait for each other until the transaction ends. */
export async function lockDeclaring(tx: Queryable, learner: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('declare ' || $1))`, [learner]);
}

export type Declarer = {
  isVerified: boolean;
  /** Money of theirs has come before and stays. */
  hasPaid: boolean;
  /** How often they lately said to have paid what no money was found for, or is looked for still; and how many are looked for. */
  declared: number;
  open: number;
};

/** What saying to have paid asks of its learner. */
export async function findDeclarer(db: Queryable, learner: string, sinceMs: number): Promise<Declarer> {
  const [row] = await db.query<Declarer>(
    `select u.verified as "isVerified", p."hasPaid", p.declared, p.open
     from users u cross join lateral (
       select count(*) filter (where status in ('processing', 'expired') and "declaredAt" >= to_timestamp($2::double precision / 1000))::integer as declared,
         count(*) filter (where status = 'processing' and "declaredAt" is not null)::integer as open,
         count(*) filter (where status in ('succeeded', 'part_refunded') and method <> 'credit' and "amountCents" > "refundedCents") > 0 as "hasPaid"
       from payments where learner = u.id) p
     where u.id = $1`,
    [learner, sinceMs],
  );
  return row ?? { isVerified: false, hasPaid: false, declared: 0, open: 0 };
}

/** requires_action → processing: its payer says to have paid, and the bank's statement is waited for; undefined when it waits for its payer no more. */
export async function declarePayment(
  tx: Queryable,
  id: string,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update payments set status = 'processing', "declaredAt" = t.at, updated = t.at, "expiresAt" = to_timestamp($3::double precision / 1000)
     from (select to_timestamp($2::double precision / 1000) as at) t
     where id = $1 and status = 'requires_action' and provider = 'manual' and "expiresAt" > t.at returning payments.*`,
    [id, nowMs, untilMs],
  );
  return row;
}

/** Ends a payment that waits for its payer; undefined when it waits no more. */
export async function closeWaitingPayment(db: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  const rows = await db.query(
    `update payments set status = 'expired', updated = to_timestamp($2::double precision / 1000)
     where id = $1 and status = 'requires_action' returning *`,
    [id, nowMs],
  );
  return rows[0];
}

/** A learner's credit in cents, kept from being spent elsewhere until the transaction ends. */
export async function lockCredit(tx: Queryable, learner: string): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    `select -"balanceCents"::integer as cents from ledger_accounts where id = 'learner_credit:' || $1::text for update`,
    [learner],
  );
  return row?.cents ?? 0;
}

/** Books money that came in for a payment a second time, all of which is owed back (`take_second_money`); its own payment's id, undefined when it was known. */
export async function takeSecondMoney(
  tx: Queryable,
  id: string,
  { reference, cents, nowMs }: { reference: string; cents: number; nowMs: number },
): Promise<string | undefined> {
  const [row] = await tx.query<{ second: string | null }>(
    'select take_second_money($1, $2, $3, to_timestamp($4::double precision / 1000)) as second',
    [id, reference, cents, nowMs],
  );
  return row?.second ?? undefined;
}

/** The payment that a provider knows by a name, where its money is not known to have come in; of several that are charged together the first. */
export async function findUnheard(db: Queryable, reference: string, provider: string): Promise<Row | undefined> {
  if (reference === '') return undefined;
  const [row] = await db.query(
    `select * from payments where "providerReference" = $1 and provider = $2 and "chargedWith" = '' and status in ('processing', 'requires_action', 'expired')`,
    [reference, provider],
  );
  return row;
}
