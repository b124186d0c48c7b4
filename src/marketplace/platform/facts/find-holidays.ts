import type { Queryable } from '#engine/database/database.ts';

/** The dates of public holidays from a day on, as `YYYY-MM-DD`. */
export async function findHolidays(db: Queryable, fromDate: string): Promise<Set<string>> {
  const rows = await db.query<{ date: string }>('select date from holidays where date >= $1', [fromDate]);
  return new Set(rows.map(({ date }) => date));
}
