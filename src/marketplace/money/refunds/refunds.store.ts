import type { Queryable, Row } from '#engine/database/database.ts';

/** Refunds of payments that wait to be sent. */
export async function findDueOfPayments(db: Queryable, payments: readonly string[]): Promise<Row[]> {
  return db.query(`select * from refunds where payment = any ($1::text[]) and status = 'due' order by _seq`, [
    payments,
  ]);
}

/** A refund of `r` that nobody may send yet: the payer's bank takes its charge back and has not decided. What was asked for is asked about all the same. */
const waitsForBank = `r.status = 'due' and coalesce(refund_hindrance(r.payment), '') = 'bank_decides'`;

/** Refunds that are due at an instant: to be sent, or to be asked for again; oldest first. */
export async function findDueRefunds(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from refunds r where r.status in ('due', 'sent') and r."dueAt" <= to_timestamp($1::double precision / 1000)
       and not (${waitsForBank}) order by r."dueAt", r.id limit 200`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}

export type ClaimedRefund = {
  id: string;
  payment: string;
  amountCents: number;
  method: string;
  provider: string;
  paymentReference: string;
  reference: string;
  isRepeat: boolean;
};

/**
 * due → sent, or sent once more when its time has come; whoever gets a row sends it. The pause before the next try doubles from a minute to
 * about eight hours.
 */
export async function claimRefund(db: Queryable, id: string, nowMs: number): Promise<ClaimedRefund | undefined> {
  const [row] = await db.query<ClaimedRefund>(
    `update refunds r set status = 'sent', attempts = attempts + 1, "sentAt" = coalesce("sentAt", t.at), updated = t.at,
       "dueAt" = t.at + make_interval(mins => (2 ^ least(attempts, 9))::integer)
     from payments p, (select to_timestamp($2::double precision / 1000) as at) t
     where r.id = $1 and p.id = r.payment and (r.status = 'due' or r.status = 'sent' and r."dueAt" <= t.at) and not (${waitsForBank})
     returning r.id, r.payment, r."amountCents", p.method, p.provider, p."providerReference" as "paymentReference", r."providerReference" as reference,
       r.attempts > 1 as "isRepeat"`,
    [id, nowMs],
  );
  return row;
}

/** sent → paid, with the payment and the ledger (`settle_refund`); undefined when that was known. */
export async function settleRefund(
  db: Queryable,
  id: string,
  { reference, nowMs }: { reference: string; nowMs: number },
): Promise<Row | undefined> {
  const [payment] = await db.query(
    `select p.* from settle_refund($1, $2, to_timestamp($3::double precision / 1000)) p where p.id is not null`,
    [id, reference, nowMs],
  );
  return payment;
}

/** What a person paid by hand → paid, with the payment and the ledger (`settle_refund_by_hand`); undefined when it is not as it `was` any more. */
export async function settleRefundByHand(
  db: Queryable,
  id: string,
  { was, reference, nowMs }: { was: string; reference: string; nowMs: number },
): Promise<Row | undefined> {
  const [payment] = await db.query(
    `select p.* from settle_refund_by_hand($1, $2, $3, to_timestamp($4::double precision / 1000)) p where p.id is not null`,
    [id, was, reference, nowMs],
  );
  return payment;
}

/**
 * sent → failed (`fail_refund`): the provider will not do it, whatever it calls it (`reference`; '' where it never gave it a name). The money is still
 * owed, but for what the learner's bank took back.
 */
export async function failRefund(
  db: Queryable,
  id: string,
  { reference, failureCode, nowMs }: { reference: string; failureCode: string; nowMs: number },
): Promise<void> {
  await db.query('select fail_refund($1, $2, $3, to_timestamp($4::double precision / 1000))', [
    id,
    reference,
    failureCode,
    nowMs,
  ]);
}

/** Writes down by which name the provider knows a refund that is on its way. */
export async function noteRefund(db: Queryable, id: string, reference: string): Promise<void> {
  await db.query(
    `update refunds r set "providerReference" = $2 where id = $1 and status = 'sent'
       and not exists (select from provider_refunds f where f.id = r."providerReference")`,
    [id, reference],
  );
}

/** The refund's row, or undefined. */
export async function findRefund(db: Queryable, id: string): Promise<Row | undefined> {
  return (await db.query('select * from refunds where id = $1', [id]))[0];
}

/**
 * paid → failed, with the ledger (`return_refund`): the money came back to us, and is owed still. Nothing happens to one that the provider calls otherwise:
 * people sent it there.
 */
export async function returnRefund(
  tx: Queryable,
  id: string,
  { reference, failureCode, nowMs }: { reference: string; failureCode: string; nowMs: number },
): Promise<void> {
  await tx.query(
    `select return_refund(r.id, $3, to_timestamp($4::double precision / 1000)) from refunds r
     where r.id = $1 and (r."providerReference" = $2 or not exists (select from provider_refunds f where f.id = r."providerReference"))`,
    [id, reference, failureCode, nowMs],
  );
}

/** Locks the payment of a refund: what the provider tells of it comes before this or waits. */
export async function lockPaymentOf(tx: Queryable, payment: string): Promise<void> {
  await tx.query('select from payments where id = $1 for no key update', [payment]);
}

/** Who took the payment that a refund is of. */
export async function findProviderOf(db: Queryable, refund: string): Promise<string | undefined> {
  const [row] = await db.query<{ provider: string }>(
    'select p.provider from refunds r join payments p on p.id = r.payment where r.id = $1',
    [refund],
  );
  return row?.provider;
}

/** Why nobody is to pay a refund of a payment by hand (`refund_hindrance`); '' where nothing is in the way. */
export async function findRefundHindrance(
  tx: Queryable,
  payment: string,
): Promise<'' | 'bank_decides' | 'provider_case'> {
  const [row] = await tx.query<{ why: '' | 'bank_decides' | 'provider_case' }>(
    `select coalesce(refund_hindrance($1), '') as why`,
    [payment],
  );
  return row?.why ?? '';
}

/** Refunds that failed or came back and whose learner was not told, where nothing else is to be decided about their payment first (`refund_hindrance`). */
export async function findUntoldRefunds(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select r.id from refunds r where r."_isUntold" and refund_hindrance(r.payment) is null order by r.id limit 100`,
  );
  return rows.map(({ id }) => id);
}

export type FailedRefund = { learner: string; amountCents: number; cameBack: boolean; failedMs: number };

/** Notes that the learner of such a refund is told; undefined where they were, it is no more owed, or they have closed their account. */
export async function takeUntoldRefund(tx: Queryable, id: string): Promise<FailedRefund | undefined> {
  const [row] = await tx.query<FailedRefund & { hasLeft: boolean }>(
    `update refunds r set "_isUntold" = false where r.id = $1 and r."_isUntold"
     returning r.learner, r."amountCents", r."paidAt" is not null as "cameBack", has_left(r.learner) as "hasLeft",
       (extract(epoch from r.updated) * 1000)::double precision as "failedMs"`,
    [id],
  );
  return row?.hasLeft ? undefined : row;
}
