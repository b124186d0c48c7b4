import type { Queryable, Row } from '#engine/database/database.ts';
import type { ChangedField } from './account-changes.collection.ts';

/** A change as it was asked for. Instants in epoch milliseconds. */
export type AccountChange = {
  id: string;
  user: string;
  field: ChangedField;
  value: string;
  was: string;
  status: string;
  starter: string;
  starterName: string;
  personName: string;
  createdMs: number;
  expiresMs: number;
  /** Until when it locks the account; null where it does not. */
  lockedUntilMs: number | null;
  /** The account is suspended by it alone. */
  isLocked: boolean;
};

const columns = `id, "user", field, value, was, status, starter, "starterName", "personName",
  (extract(epoch from created) * 1000)::double precision as "createdMs",
  (extract(epoch from expires) * 1000)::double precision as "expiresMs",
  (extract(epoch from "lockedUntil") * 1000)::double precision as "lockedUntilMs", _locked as "isLocked"`;

/** A change, locked until the transaction ends; undefined when there is none. */
export async function lockChange(tx: Queryable, id: string): Promise<AccountChange | undefined> {
  const [row] = await tx.query<AccountChange>(`select ${columns} from account_changes where id = $1 for update`, [id]);
  return row;
}

// With the address that it was mailed to: a link is over once the account has another one.
const linkHash = `encode(sha256(convert_to($1 || ' ' || (select email from users where id = account_changes."user"), 'UTF8')), 'hex')`;

/** The change that waits and whose account's address, still the same, was mailed the link of this hash. */
export async function findByLink(db: Queryable, tokenHash: string): Promise<AccountChange | undefined> {
  const [row] = await db.query<AccountChange>(
    `select ${columns} from account_changes where status = 'waiting' and _token_hash = ${linkHash}`,
    [tokenHash],
  );
  return row;
}

/** Keeps what the link of a change is known by. */
export async function keepLink(tx: Queryable, id: string, tokenHash: string): Promise<void> {
  await tx.query(`update account_changes set _token_hash = ${linkHash} where id = $2 and status = 'waiting'`, [
    tokenHash,
    id,
  ]);
}

/** Ends a change that waits; undefined when it does not. */
export async function endChange(
  tx: Queryable,
  { id, status, nowMs }: { id: string; status: 'done' | 'refused' | 'lapsed'; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update account_changes set status = $2, updated = to_timestamp($3::double precision / 1000)
     where id = $1 and status = 'waiting' returning *`,
    [id, status, nowMs],
  );
  return row;
}

/** What is due: changes that take effect by themselves, and those whose time is over, the first due first. */
export function findDue(db: Queryable, nowMs: number): Promise<Array<{ id: string; isOver: boolean }>> {
  return db.query(
    `select id, expires <= to_timestamp($1::double precision / 1000) as "isOver" from account_changes
     where status = 'waiting' and (expires <= to_timestamp($1::double precision / 1000) or "takesEffectAt" <= to_timestamp($1::double precision / 1000))
     order by least(expires, "takesEffectAt") limit 100`,
    [nowMs],
  );
}

/** The open changes, the oldest first, for the command line. */
export function listWaiting(
  db: Queryable,
): Promise<Array<{ id: string; personName: string; field: string; value: string; starterName: string }>> {
  return db.query(
    `select id, "personName", field, value, "starterName" from account_changes where status = 'waiting' order by created, _seq limit 100`,
  );
}

/**
 * Whether a suspension may lock an account at once: nobody did so to it in the week before, nor did its starter to anybody. Others who ask the same wait until the
 * transaction ends.
 */
export async function isLockFree(
  tx: Queryable,
  { user, starter, sinceMs }: { user: string; starter: string; sinceMs: number },
): Promise<boolean> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('locks of accounts'))`);
  const rows = await tx.query(
    `select 1 from account_changes where "lockedUntil" is not null and ("user" = $1 or starter = $2)
       and created > to_timestamp($3::double precision / 1000) limit 1`,
    [user, starter, sinceMs],
  );
  return rows.length === 0;
}

/** Notes whether an account is suspended by a change alone. */
export async function noteLock(tx: Queryable, id: string, isLocked: boolean): Promise<void> {
  await tx.query(`update account_changes set _locked = $2 where id = $1 and status = 'waiting'`, [id, isLocked]);
}

/** Leaves the suspension of an account to who set it by hand. */
export async function forgetLock(tx: Queryable, user: string): Promise<void> {
  await tx.query(`update account_changes set _locked = false where "user" = $1 and status = 'waiting' and _locked`, [
    user,
  ]);
}

/** The changes whose lock of an account is over, the first over first. */
export async function findLocksOver(db: Queryable, nowMs: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from account_changes where status = 'waiting' and _locked and "lockedUntil" <= to_timestamp($1::double precision / 1000)
     order by "lockedUntil" limit 100`,
    [nowMs],
  );
  return rows.map(({ id }) => id);
}
