import type { Queryable } from '#engine/database/database.ts';

export type Policies = { version: number; effectiveFrom: Date; rules: unknown };

/** The newest version in force at an instant, or undefined. */
export async function findPolicies(db: Queryable, nowMs: number): Promise<Policies | undefined> {
  const rows = await db.query<Policies>(
    `select version, "effectiveFrom", rules from policies
     where "effectiveFrom" <= to_timestamp($1::double precision / 1000) order by version desc limit 1`,
    [nowMs],
  );
  return rows[0];
}
