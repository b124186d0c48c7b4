import type { Queryable } from '#engine/database/database.ts';

/** The number of an account to which no money may go yet; undefined when it may. */
export async function findUnprovedNumber(db: Queryable, user: string): Promise<string | undefined> {
  const [row] = await db.query<{ phone: string }>('select phone from users u where id = $1 and not takes_money(u)', [
    user,
  ]);
  return row?.phone;
}
