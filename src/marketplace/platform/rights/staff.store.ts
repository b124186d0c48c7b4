import type { Queryable } from '#engine/database/database.ts';

/** The accounts that have one of these roles and are not suspended; a hundred at most. */
export async function selectPeopleOf(db: Queryable, roles: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from users where role = any($1) and not suspended order by id limit 100',
    [roles],
  );
  return rows.map(({ id }) => id);
}

/** Whether an account had one of these roles at an instant (epoch milliseconds). */
export async function hadRoleAt(
  db: Queryable,
  { user, roles, atMs }: { user: string; roles: readonly string[]; atMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from role_terms where "user" = $1 and role = any ($2)
       and since <= to_timestamp($3::double precision / 1000) and (until is null or until > to_timestamp($3::double precision / 1000)) limit 1`,
    [user, roles, atMs],
  );
  return rows.length > 0;
}

/** Since when an account has the role it has now, in epoch milliseconds; undefined where that is none of the staff's. */
export async function selectRoleSince(
  db: Queryable,
  user: string,
): Promise<{ role: string; sinceMs: number } | undefined> {
  const [row] = await db.query<{ role: string; sinceMs: number }>(
    `select role, (extract(epoch from since) * 1000)::double precision as "sinceMs" from role_terms where "user" = $1 and until is null`,
    [user],
  );
  return row;
}

/** Which of these accounts were staff at an instant (epoch milliseconds) or later. */
export async function selectStaffSince(db: Queryable, users: readonly string[], sinceMs: number): Promise<string[]> {
  const rows = await db.query<{ user: string }>(
    `select distinct "user" from role_terms
     where "user" = any ($1) and (until is null or until > to_timestamp($2::double precision / 1000))`,
    [users, sinceMs],
  );
  return rows.map(({ user }) => user);
}

/** Who was an administrator at an instant (epoch milliseconds) or later, suspended, demoted or deleted meanwhile or not. */
export async function selectAdminsSince(db: Queryable, sinceMs: number): Promise<string[]> {
  const rows = await db.query<{ user: string }>(
    `select distinct "user" from role_terms
     where role = 'admin' and (until is null or until > to_timestamp($1::double precision / 1000))`,
    [sinceMs],
  );
  return rows.map(({ user }) => user);
}

/**
 * Of cases about somebody who was staff since they began: the people who are or were staff, and had none of the roles that decide the case when it began. They
 * have no say in it.
 */
export async function selectTooNew(
  db: Queryable,
  cases: readonly { id: unknown; parties: readonly string[]; begun: unknown }[],
  roles: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (cases.length === 0) return new Map();
  const rows = await db.query<{ id: string; users: string[] }>(
    `select c.id, array(select t."user" from role_terms t except select t."user" from role_terms t
         where t.role = any ($2) and t.since <= c.begun and (t.until is null or t.until > c.begun)) as users
     from jsonb_to_recordset($1) as c (id text, parties jsonb, begun timestamptz)
     where exists (select from role_terms t where c.parties ? t."user" and (t.until is null or t.until > c.begun))`,
    [JSON.stringify(cases), roles],
  );
  return new Map(rows.map(({ id, users }) => [id, new Set(users)]));
}

/** Lets the rights of an account's role wait until an instant (epoch milliseconds), or for as long as they wait already. */
export async function setRightsFrom(tx: Queryable, user: string, untilMs: number): Promise<void> {
  await tx.query(
    'update users set _rights_from = greatest(_rights_from, to_timestamp($2::double precision / 1000)) where id = $1',
    [user, untilMs],
  );
}

/** Ends the waiting; false when nothing waited after an instant (epoch milliseconds). */
export async function clearRightsFrom(tx: Queryable, user: string, nowMs: number): Promise<boolean> {
  const rows = await tx.query(
    'update users set _rights_from = null where id = $1 and _rights_from > to_timestamp($2::double precision / 1000) returning id',
    [user, nowMs],
  );
  return rows.length > 0;
}
