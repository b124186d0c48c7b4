import type { Engine } from '#engine/engine.ts';
import { graceMs } from './compare-outside.ts';
import { listProofs } from './outside.store.ts';

/** How many sums differ between the books and the outside for longer than the grace, and since when the oldest had to be looked at. */
export async function countOldDifferences({ db, clock }: Engine): Promise<{ count: number; dueMs: number | null }> {
  const proofs = await listProofs(db);
  const since = proofs.flatMap(({ differences }) => differences.map((difference) => Date.parse(difference.since)));
  const old = since.filter((sinceMs) => clock.nowMs() - sinceMs > graceMs);
  return { count: old.length, dueMs: old.length > 0 ? Math.min(...old) + graceMs : null };
}
