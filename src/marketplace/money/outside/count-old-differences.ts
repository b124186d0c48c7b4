import type { Engine } from '#engine/engine.ts';
import { graceMs, statementGraceMs, uncomparedSince } from './compare-outside.ts';
import { listProofs } from './outside.store.ts';

/** How many sums differ between the books and the outside for longer than the grace, with places that nothing is compared with, and since when the oldest had to be looked at. */
export async function countOldDifferences({ db, clock }: Engine): Promise<{ count: number; dueMs: number | null }> {
  const nowMs = clock.nowMs();
  const proofs = await listProofs(db);
  const since = proofs.flatMap(({ differences }) => differences.map((difference) => Date.parse(difference.since)));
  const old = since.filter((sinceMs) => nowMs - sinceMs > graceMs).map((sinceMs) => sinceMs + graceMs);
  const unseen = proofs.flatMap((proof) => uncomparedSince(proof, nowMs) ?? []).map((ms) => ms + statementGraceMs);
  const due = [...old, ...unseen];
  return { count: due.length, dueMs: due.length > 0 ? Math.min(...due) : null };
}
