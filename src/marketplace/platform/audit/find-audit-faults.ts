import type { Queryable } from '#engine/database/database.ts';
import { type AuditFault, findFaults, findHead } from './audit-chain.store.ts';

/** What the audit trail's chain shows: its end, to be kept elsewhere, and what is wrong with it. */
export type AuditProof = { entries: number; hash: string; faults: AuditFault[] };

/**
 * Proves the chain of the audit trail. An end that was kept from an earlier proof shows that nothing was taken off it since: the entry of that
 * number must still have that hash.
 */
export async function findAuditFaults(db: Queryable, kept?: { entries: number; hash: string }): Promise<AuditProof> {
  const faults = await findFaults(db);
  if (kept) {
    const there = await findHead(db, kept.entries);
    if (there?.hash !== kept.hash) {
      faults.push({ place: kept.entries, fault: 'this entry is not the one that was proved before' });
    }
  }
  const head = await findHead(db);
  return { entries: head?.sequence ?? 0, hash: head?.hash ?? '', faults };
}

/** The end of the audit trail's chain, as `bin/verify-audit` prints and takes it. */
export async function findAuditEnd(db: Queryable): Promise<string> {
  const head = await findHead(db);
  return `${head?.sequence ?? 0}:${head?.hash ?? ''}`;
}
