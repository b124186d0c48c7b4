import type { Queryable } from '#engine/database/database.ts';

/** Ends the calendar address of an account that is made safe: whoever else was in it may have made it, or have read it. */
export async function endCalendarAddress(db: Queryable, user: string): Promise<void> {
  await db.query('delete from calendar_addresses where "user" = $1', [user]);
}
