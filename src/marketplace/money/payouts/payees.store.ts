import type { Queryable } from '#engine/database/database.ts';

export type Payee = { account: string; isReady: boolean };

/** By which name a provider knows an instructor; undefined when it does not. */
export async function findPayee(db: Queryable, instructor: string, provider: string): Promise<Payee | undefined> {
  const [row] = await db.query<Payee>('select account, "isReady" from payees where instructor = $1 and provider = $2', [
    instructor,
    provider,
  ]);
  return row;
}

/** Writes down by which name the provider knows an instructor; the first one stays. */
export async function insertPayee(
  db: Queryable,
  { instructor, provider, account, nowMs }: { instructor: string; provider: string; account: string; nowMs: number },
): Promise<void> {
  await db.query(
    `insert into payees (instructor, provider, account, created, updated)
     select $1, $2, $3, t.at, t.at from (select to_timestamp($4::double precision / 1000) as at) t on conflict do nothing`,
    [instructor, provider, account, nowMs],
  );
}

/** Writes down whether money can be sent to an instructor. */
export async function noteReady(
  db: Queryable,
  { instructor, provider, isReady, nowMs }: { instructor: string; provider: string; isReady: boolean; nowMs: number },
): Promise<void> {
  await db.query(
    `update payees set "isReady" = $3, updated = to_timestamp($4::double precision / 1000)
     where instructor = $1 and provider = $2 and "isReady" <> $3`,
    [instructor, provider, isReady, nowMs],
  );
}

/** The instructor that an account teaches as, with its address. */
export async function findOwnInstructor(
  db: Queryable,
  user: string,
): Promise<{ instructor: string; email: string } | undefined> {
  const [row] = await db.query<{ instructor: string; email: string }>(
    'select i.id as instructor, u.email from instructors i join users u on u.id = i."user" where u.id = $1',
    [user],
  );
  return row;
}
