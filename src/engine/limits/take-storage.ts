import type { Engine } from '../engine.ts';
import { countTry, uncountTry } from './attempts.store.ts';
import { budgetOf, overBudget } from './budgets.ts';

const day = 86_400;

type Account = { collectionId: string; id: string; isSuperuser: boolean };

/**
 * Counts what an account is about to store; throws 429 when it is more than its day has left, and what was refused does not count. Superusers store as
 * much as they like. A guest stores nothing but the files of a new account, and those are counted by address.
 */
export async function takeStorage(engine: Engine, auth: Account | null, bytes: number): Promise<void> {
  if (!auth || auth.isSuperuser || bytes === 0) return;
  const nowMs = engine.clock.nowMs();
  const kib = Math.ceil(bytes / 1024);
  const counted = { key: `stored:${auth.collectionId}/${auth.id}`, nowMs, by: kib };
  const { count, untilMs } = await countTry(engine.lasting, { ...counted, seconds: day });
  if (count <= budgetOf(engine.settings.current(), 'personStoredKib')) return;
  await uncountTry(engine.lasting, counted);
  throw overBudget('personStoredKib', { retryAfterMs: untilMs - nowMs });
}
