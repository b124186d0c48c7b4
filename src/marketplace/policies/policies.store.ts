import type { Queryable } from '#engine/database/database.ts';

export type StoredPolicy = { version: number; effectiveFrom: Date; values: unknown };

const columns = 'p.version, p."effectiveFrom", p."values"';

/** The version in force at an instant; before the first came into force, the first. */
export async function findPolicyRowAt(db: Queryable, nowMs: number): Promise<StoredPolicy | undefined> {
  const rows = await db.query<StoredPolicy>(
    `select ${columns} from policies p
     order by (p.version = policy_version(to_timestamp($1::double precision / 1000))) desc, p.version limit 1`,
    [nowMs],
  );
  return rows[0];
}

/** The version with a number, or the nearest below it where it was never written. */
export async function findPolicyRowOf(db: Queryable, version: number): Promise<StoredPolicy | undefined> {
  const rows = await db.query<StoredPolicy>(
    `select ${columns} from policies p order by (p.version <= $1) desc, abs(p.version - $1) limit 1`,
    [version],
  );
  return rows[0];
}

/** All versions, oldest first. */
export function listPolicyRows(db: Queryable): Promise<StoredPolicy[]> {
  return db.query<StoredPolicy>(`select ${columns} from policies p order by p.version`);
}

/** The number that the next version gets. */
export async function findNextVersion(db: Queryable): Promise<number> {
  const rows = await db.query<{ next: number }>('select coalesce(max(version), 0) + 1 as next from policies');
  return rows[0]?.next ?? 1;
}
