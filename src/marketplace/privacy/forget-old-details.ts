import type { Engine } from '#engine/engine.ts';
import type { Sweeper } from '#engine/jobs/sweepers.ts';
import { findPolicyAt } from '../policies/find-policy.ts';
import { clearOldAddresses, clearPapers, findOldPapers } from './old-details.store.ts';

const dayMs = 86_400_000;
const limit = 500;

/**
 * Daily: forgets where lessons began and what papers showed, once the policies keep them no longer (domain rule 32: 30 days after the lesson,
 * 30 days after the decision). The lesson and the decision themselves stay.
 */
export function forgetOldDetails(engine: Engine): Sweeper {
  return {
    name: 'forget-old-details',
    everyMs: dayMs,
    async run(nowMs) {
      const { values } = await findPolicyAt(engine.db, nowMs);
      const addresses = { beforeMs: nowMs - values.addressDays * dayMs, limit };
      while ((await clearOldAddresses(engine.db, addresses)) === limit);
      await forgetPapers(engine, { beforeMs: nowMs - values.imageDays * dayMs, limit });
    },
  };
}

async function forgetPapers(engine: Engine, due: { beforeMs: number; limit: number }): Promise<void> {
  const { id } = engine.collections.get('instructor_documents');
  for (;;) {
    const papers = await findOldPapers(engine.db, due);
    // Files first: a row whose file is gone is found again, a file that no row names is not.
    for (const paper of papers) await engine.files.deletePrefix(`${id}/${paper}/`);
    if (papers.length > 0) await clearPapers(engine.db, papers);
    if (papers.length < due.limit) return;
  }
}
