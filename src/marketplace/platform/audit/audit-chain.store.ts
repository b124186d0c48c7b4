import type { Queryable } from '#engine/database/database.ts';

export type AuditFault = { place: number | null; fault: string };

/** What is wrong with the chain (db/functions/audit.sql), the first hundred. */
export function findFaults(db: Queryable): Promise<AuditFault[]> {
  return db.query('select place::double precision as place, fault from audit_faults() limit 100');
}

/** The entry at a place of the chain, at its end unless said. */
export async function findHead(
  db: Queryable,
  sequence?: number,
): Promise<{ sequence: number; hash: string } | undefined> {
  const rows = await db.query<{ sequence: number; hash: string }>(
    `select sequence::double precision as sequence, hash from audit_entries
     where $1::bigint is null or sequence = $1 order by sequence desc nulls last limit 1`,
    [sequence ?? null],
  );
  return rows[0];
}
