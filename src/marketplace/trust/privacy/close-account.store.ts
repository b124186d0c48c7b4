import type { Queryable, Row } from '#engine/database/database.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

/** What stands in the way of closing an account; all zero when nothing does. */
export type Obstacles = {
  /** Lessons, taken or given, that are ahead, on, or in dispute; of what closing would call off, none is left. */
  lessons: number;
  /** Payments that wait for their payer or the bank. */
  payments: number;
  /** Ledger accounts of the person, of lessons they gave, or of packages they bought or sold, that still hold money. */
  balances: number;
};

/** What stands in the way of closing an account at an instant. */
export async function findObstacles(db: Queryable, user: string, nowMs: number): Promise<Obstacles> {
  const [row] = await db.query<Obstacles>(
    `with mine as (select id from instructors where "user" = $1)
     select
       (select count(*) from lessons l where (l.learner = $1 or l.instructor in (select id from mine))
         and (l.status in ${statesIn('open')}
           or (l.status = 'held' and l."holdExpiresAt" > $2)
           -- What comes back of it would be credit of nobody.
           or exists (select from no_shows n where n.lesson = l.id and n."_settleAt" is not null)))::integer as lessons,
       (select count(*) from payments p where p.learner = $1 and p.status in ('requires_action', 'processing'))::integer
         as payments,
       (select count(*) from ledger_accounts a where a."balanceCents" <> 0
         -- What is on its way back to a payment (refunds_due) arrives without its owner.
         and (a.id = 'learner_credit:' || $1 or a.id in (select 'instructor_payable:' || id from mine)
           or a.id in (select 'held:' || l.id from lessons l where l.instructor in (select id from mine))
           or a.id in (select 'held_package:' || p.id from package_purchases p
             where p.learner = $1 or p.instructor in (select id from mine))))::integer
         as balances`,
    [user, new Date(nowMs)],
  );
  return row ?? { lessons: 0, payments: 0, balances: 0 };
}

/** What stands on somebody's credit, in cents. */
export async function findCreditOf(db: Queryable, user: string): Promise<number> {
  const [row] = await db.query<{ cents: number }>(
    `select coalesce(sum(-e."amountCents"), 0)::integer as cents from ledger_entries e where e.account = 'learner_credit:' || $1::text`,
    [user],
  );
  return row?.cents ?? 0;
}

/** Says for the rest of the transaction who leaves: their money goes back the way it was paid, never as credit (`takes_refund`). */
export async function noteLeaving(tx: Queryable, user: string): Promise<void> {
  await tx.query(`select set_config('kerbside.leaving', $1, true)`, [user]);
}

/** Gives up what stands on somebody's credit: it is the platform's goodwill again. */
export async function giveUpCredit(tx: Queryable, user: string, cents: number, nowMs: number): Promise<void> {
  const entries = [
    { account: `learner_credit:${user}`, cents },
    { account: 'goodwill', cents: -cents },
  ];
  await tx.query(
    `select post_ledger_transaction('credit-given-up:' || $1::text, 'adjustment', null, null, to_timestamp($2::double precision / 1000), $3::jsonb)`,
    [user, nowMs, JSON.stringify(entries)],
  );
}

/** Keeps everybody else from using an account until the transaction ends; false when it is gone or closed. */
export async function lockAccount(tx: Queryable, user: string): Promise<boolean> {
  const rows = await tx.query('select id from users where id = $1 and _closed is null for update', [user]);
  return rows.length > 0;
}

/** The ids of a person's offers as an instructor. */
export async function findOffers(db: Queryable, user: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from instructors where "user" = $1', [user]);
  return rows.map(({ id }) => id);
}

/**
 * Keeps at what is still owed to a person whom it goes to, and at what was sent since an instant and may come back (`may_come_back`): forgotten by
 * `forget_payee` once nothing comes back any more. Answers whether any is owed, and whether any was sent.
 */
export async function keepPayee(
  tx: Queryable,
  user: string,
  sentSinceMs: number,
): Promise<{ isOwed: boolean; isSent: boolean }> {
  const rows = await tx.query<{ isSent: boolean }>(
    `update refunds r set _payee = jsonb_build_object('name', shown_name(u), 'phone', u.phone, 'email', u.email)
     from users u where u.id = $1 and r.learner = u.id
       and (r.status <> 'paid' or r."paidAt" >= to_timestamp($2::double precision / 1000) and may_come_back(r)) returning r.status = 'paid' as "isSent"`,
    [user, sentSinceMs],
  );
  return { isOwed: rows.some(({ isSent }) => !isSent), isSent: rows.some(({ isSent }) => isSent) };
}

/**
 * Keeps the same at what their bank takes back and has not decided yet: what covered it is owed to them, should it be won (`owe_covered`), and
 * forgotten then by `close_chargeback`. Answers whether there is any.
 */
export async function keepPayeeOfDisputes(tx: Queryable, user: string): Promise<boolean> {
  const rows = await tx.query(
    `update chargebacks c set _payee = jsonb_build_object('name', shown_name(u), 'phone', u.phone, 'email', u.email)
     from users u, payments p where u.id = $1 and p.learner = u.id and c.payment = p.id and c.status = 'open' returning c.id`,
    [user],
  );
  return rows.length > 0;
}

/** Erases what names or describes a person and ends every way in; the row stays. */
export async function eraseAccount(
  tx: Queryable,
  { user, tokenKey, nowMs }: { user: string; tokenKey: string; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update users set password = '', "tokenKey" = $2, email = '', "emailVisibility" = false, verified = false,
       name = 'Deleted account', "firstName" = '', "lastName" = '', avatar = '', phone = '', location = '', bio = '',
       role = 'user', language = '', timezone = '', "twoFactor" = false, updated = $3, _closed = $3
     where id = $1 returning *`,
    [user, tokenKey, new Date(nowMs)],
  );
  return row;
}

/** Erases what a learner wrote and where they were picked up, their name at reviews, and what else only served them. */
export async function eraseTraces(tx: Queryable, user: string): Promise<void> {
  await tx.query(
    `update lessons set pickup = '', "postalCode" = '', note = '' where learner = $1 and (pickup, "postalCode", note) <> ('', '', '')`,
    [user],
  );
  await tx.query(
    `update lesson_logs set notes = '' where notes <> '' and lesson in (select id from lessons where learner = $1)`,
    [user],
  );
  await tx.query(`update reviews set "authorName" = 'Former learner' where author = $1 and side = 'learner'`, [user]);
  await tx.query('delete from account_activity where "user" = $1', [user]);
  await tx.query('delete from calendar_addresses where "user" = $1', [user]);
  await tx.query('delete from phone_codes where "user" = $1', [user]);
  for (const table of ['recovery_codes', 'totp_devices', 'passkeys', '_passkey_challenges']) {
    await tx.query(`delete from ${table} where "user" = $1`, [user]);
  }
  await tx.query('delete from _asked_places where account = $1', [user]);
}

/** Erases an instructor's offer but for the name, which the receipts of lessons carry; nobody can find or book it. */
export async function eraseOffer(tx: Queryable, id: string, nowMs: number): Promise<Row | undefined> {
  await tx.query('delete from outside_calendars where instructor = $1', [id]);
  const [row] = await tx.query(
    `update instructors set status = 'retired', photo = '', "carPhoto" = '', bio = '', gender = '', areas = '[]', "postalSector" = '', "vehiclePlate" = '',
       "vehicleModel" = '', updated = $2
     where id = $1 returning *`,
    [id, new Date(nowMs)],
  );
  return row;
}

/** An account that ended, and what was made of it. Instants in epoch milliseconds. */
export type EndedAccount = { id: string; outcome: 'deleted' | 'erased'; atMs: number };

/** After a restore: the accounts that are back though they were deleted or erased since the backup. */
export function findEndedSince(tx: Queryable): Promise<EndedAccount[]> {
  return tx.query<EndedAccount>(
    `select u.id, e.outcome, (extract(epoch from e.at) * 1000)::double precision as "atMs"
     from _ended_accounts e join users u on u.id = e.account and coalesce(u.created, 'epoch') = e.created
     where e.outcome = 'deleted' or u._closed is null order by u._seq`,
  );
}
