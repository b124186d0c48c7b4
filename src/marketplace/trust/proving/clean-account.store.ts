import type { Queryable, Row } from '#engine/database/database.ts';

/** Who registered an account: the hash of a secret, or empty; null when its address was proved, or the operator made it. Locks the account. */
export async function lockRegistration(tx: Queryable, user: string): Promise<string | null> {
  const [row] = await tx.query<{ by: string | null }>(
    'select "_registeredBy" as by from users where id = $1 for no key update',
    [user],
  );
  return row?.by ?? null;
}

/** Writes down who registered an account: null where there is no doubt. */
export async function noteRegistration(tx: Queryable, user: string, by: string | null): Promise<void> {
  await tx.query('update users set "_registeredBy" = $2 where id = $1 and not verified', [user, by]);
}

/** Says when an account was cleaned: whoever registered it ticked the terms, its owner did not. */
export async function noteCleaning(tx: Queryable, user: string, nowMs: number): Promise<void> {
  await tx.query(
    'update users set "_cleanedAt" = to_timestamp($2::double precision / 1000), "_agreedTerms" = 0 where id = $1',
    [user, nowMs],
  );
}

/** After a restore: the accounts that were cleaned since the backup. `live` names the copy of their rows from before the restore. */
export async function takeCleanedSince(tx: Queryable, live: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update users u set "_cleanedAt" = l."_cleanedAt" from ${live} l
     where l.id = u.id and l.created = u.created and l."_cleanedAt" is not null and u."_cleanedAt" is null returning u.id`,
  );
  return rows.map(({ id }) => id);
}

/** Releases the unpaid holds of an account; answers the lessons. */
export function releaseHolds(tx: Queryable, user: string, nowMs: number): Promise<Row[]> {
  return tx.query('select * from release_holds_of($1, to_timestamp($2::double precision / 1000))', [user, nowMs]);
}

/** Whether a payment of an account came in, or is on its way. */
export async function hasPaid(tx: Queryable, user: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from payments where learner = $1 and status in ('processing', 'succeeded', 'refunded', 'part_refunded') limit 1`,
    [user],
  );
  return rows.length > 0;
}

/** Answers the profiles of an account that were never listed and have no lesson, and deletes their payees and own learners. */
export async function emptyUnlistedProfiles(tx: Queryable, user: string): Promise<Row[]> {
  const rows = await tx.query(
    `select * from instructors i where i."user" = $1 and i.status in ('draft', 'submitted') and i."verifiedAt" is null
       and not exists (select from lessons l where l.instructor = i.id) for update`,
    [user],
  );
  const ids = rows.map(({ id }) => id);
  await tx.query('delete from payees where instructor = any ($1)', [ids]);
  await tx.query(
    'delete from own_payments where "ownLearner" in (select id from own_learners where instructor = any ($1))',
    [ids],
  );
  await tx.query('delete from own_learners where instructor = any ($1)', [ids]);
  return rows;
}

/** Resets the notification preferences of an account to the defaults. */
export async function resetPreferences(tx: Queryable, user: string): Promise<void> {
  await tx.query('delete from notification_preferences where "user" = $1', [user]);
  await tx.query(
    `insert into notification_preferences (id, "user", created, updated) select id, id, created, created from users where id = $1`,
    [user],
  );
}

const plainTables = {
  account_activity: 'user',
  calendar_addresses: 'user',
  phone_codes: 'user',
  recovery_codes: 'user',
  _asked_places: 'account',
};

/** Forgets an account's rows in tables that are not collections, except in `kept` ones. */
export async function deleteTableRows(tx: Queryable, user: string, kept: ReadonlySet<string>): Promise<void> {
  for (const [table, column] of Object.entries(plainTables)) {
    if (!kept.has(table)) await tx.query(`delete from ${table} where "${column}" = $1`, [user]);
  }
}
