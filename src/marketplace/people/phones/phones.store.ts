import type { Queryable, Row } from '#engine/database/database.ts';

/** Keeps the code that was sent to an account's number, in place of the one before. */
export async function keepCode(
  db: Queryable,
  { user, number, hash, nowMs }: { user: string; number: string; hash: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into phone_codes ("user", number, hash, created) values ($1, $2, $3, to_timestamp($4::double precision / 1000))
     on conflict ("user") do update set number = excluded.number, hash = excluded.hash, created = excluded.created, tries = 0`,
    [user, number, hash, nowMs],
  );
}

/** Counts a try of an account's code for a number, and answers what it is compared with; undefined when there is none that can be used. */
export async function tryCode(
  db: Queryable,
  { user, number, sinceMs, maxTries }: { user: string; number: string; sinceMs: number; maxTries: number },
): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(
    `update phone_codes set tries = tries + 1
     where "user" = $1 and number = $2 and created > to_timestamp($3::double precision / 1000) and tries < $4 returning hash`,
    [user, number, sinceMs, maxTries],
  );
  return row?.hash;
}

/** Says that an account's number is proved, if it is still the one that the code went to; answers the account. */
export async function markProved(
  db: Queryable,
  { user, phone, nowMs }: { user: string; phone: string; nowMs: number },
): Promise<Row | undefined> {
  await db.query('delete from phone_codes where "user" = $1', [user]);
  const [row] = await db.query(
    `update users set "phoneProved" = to_timestamp($3::double precision / 1000) where id = $1 and phone = $2 returning *`,
    [user, phone, nowMs],
  );
  return row;
}

/** Says that money is to go to an account's number; answers the account, or undefined when it has another number by now. */
export async function markForMoney(
  db: Queryable,
  { user, phone }: { user: string; phone: string },
): Promise<Row | undefined> {
  const [row] = await db.query(`update users set "_moneyPhone" = phone where id = $1 and phone = $2 returning *`, [
    user,
    phone,
  ]);
  return row;
}
