import type { Queryable } from '#engine/database/database.ts';

/** The token of somebody's calendar address; undefined when they have none. */
export async function findToken(db: Queryable, user: string): Promise<string | undefined> {
  const [row] = await db.query<{ token: string }>('select token from calendar_addresses where "user" = $1', [user]);
  return row?.token;
}

/** Gives somebody a new token; the old one ends. */
export async function writeToken(
  db: Queryable,
  { user, token, nowMs }: { user: string; token: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into calendar_addresses as a ("user", token, created) values ($1, $2, to_timestamp($3::double precision / 1000))
     on conflict ("user") do update set token = excluded.token, created = excluded.created`,
    [user, token, nowMs],
  );
}

/** Ends somebody's calendar address. */
export async function removeToken(db: Queryable, user: string): Promise<void> {
  await db.query('delete from calendar_addresses where "user" = $1', [user]);
}

/** Whose calendar a token opens; nobody's once the account is suspended or closed. */
export async function findOwner(db: Queryable, token: string): Promise<string | undefined> {
  const [row] = await db.query<{ user: string }>(
    `select a."user" from calendar_addresses a join users u on u.id = a."user"
     where a.token = $1 and not u.suspended and u._closed is null`,
    [token],
  );
  return row?.user;
}
