import type { Queryable } from '#engine/database/database.ts';

export type Policies = { version: number; effectiveFrom: Date; rules: unknown };

/** The version in force at an instant; before the first came into force, the first. Undefined when there are none at all. */
export async function findPolicies(db: Queryable, nowMs: number): Promise<Policies | undefined> {
  const rows = await db.query<Policies>(
    `select p.version, p."effectiveFrom", p.rules from policies p
     order by (p.version = policy_version(to_timestamp($1::double precision / 1000))) desc, p.version limit 1`,
    [nowMs],
  );
  return rows[0];
}
