import type { Queryable, Row } from '#engine/database/database.ts';
import { staffRoles } from '#rules/staff/staff-rights.ts';
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
  { id, status, nowMs }: { id: string; status: 'done' | 'refused' | 'withdrawn' | 'lapsed'; nowMs: number },
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
 * How often an account was locked since an instant, and how often its starter locked others of its kind: the staff, or who is none. Others who ask the same
 * wait until the transaction ends.
 */
export async function countLocks(
  tx: Queryable,
  { user, starter, sinceMs }: { user: string; starter: string; sinceMs: number },
): Promise<{ ofAccount: number; ofStarter: number; isStaff: boolean }> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('locks of accounts'))`);
  const [row] = await tx.query<{ ofAccount: number; ofStarter: number; isStaff: boolean }>(
    `select count(*) filter (where c."user" = locked.id)::integer as "ofAccount",
       count(*) filter (where c.starter = $2 and (u.role = any ($4)) = (locked.role = any ($4)))::integer as "ofStarter",
       locked.role = any ($4) as "isStaff"
     from users locked
     left join account_changes c on c."lockedUntil" is not null and (c."user" = $1 or c.starter = $2)
       and c.created > to_timestamp($3::double precision / 1000)
     left join users u on u.id = c."user"
     where locked.id = $1 group by locked.id`,
    [user, starter, sinceMs, staffRoles],
  );
  return row ?? { ofAccount: 0, ofStarter: 0, isStaff: false };
}

/** The suspension of an account that waits for its second word, locked until the transaction ends. */
export async function lockWaitingSuspension(tx: Queryable, user: string): Promise<AccountChange | undefined> {
  const [row] = await tx.query<AccountChange>(
    `select ${columns} from account_changes where "user" = $1 and field = 'suspended' and value = 'true' and status = 'waiting' for update`,
    [user],
  );
  return row;
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

/**
 * Of an account that is locked for a day the profile is paused only: packages with a suspended instructor end for good. Called once the suspension of the
 * account was written, in the same transaction.
 */
export async function holdProfile(tx: Queryable, user: string): Promise<void> {
  await tx.query(
    `update instructors set status = case when _before_lock = 'listed' then 'paused' else _before_lock end
     where "user" = $1 and status = 'suspended' and _before_lock <> ''`,
    [user],
  );
}

/** Makes the profile what it was before its account was locked, unless somebody decided about it since. */
export async function restoreProfile(tx: Queryable, user: string): Promise<void> {
  await tx.query(
    `update instructors set status = case when status = 'paused' then _before_lock else status end, _before_lock = ''
     where "user" = $1 and _before_lock <> ''`,
    [user],
  );
}

/** Whether learners can find an account's profile, or could but for a pause, or for a suspension that was just written. */
export async function isTeaching(db: Queryable, user: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from instructors where "user" = $1 and case status when 'suspended' then _before_lock else status end in ('listed', 'paused')`,
    [user],
  );
  return rows.length > 0;
}
