import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Row, Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { publishRow } from '#engine/realtime/publish-row.ts';
import { contestUntil } from '#rules/absences/no-show.ts';
import { findPolicyOf } from '../../../platform/policies/find-policy.ts';
import { announceMissing } from '../announcing/announce-absence.ts';
import { isWaiting, renewContest } from './absences.store.ts';

/**
 * Whether a lesson's money waits until its instructor can no longer contest that they were missing. A bank that takes the payment back changes nothing
 * of that: what would go back covers it.
 */
export function waitsForContest(tx: Transaction, lesson: string): Promise<boolean> {
  return isWaiting(tx, lesson);
}

/** While a bank decided nobody could contest that the learner was missing: if there was time left for it then, it begins anew, and both are told. */
export async function contestAnew(engine: Engine, tx: Transaction, lesson: Row, nowMs: number): Promise<void> {
  const { values: policy } = await findPolicyOf(tx, Number(lesson.policyVersion));
  const row = await renewContest(tx, String(lesson.id), contestUntil(nowMs, policy));
  if (!row) return;
  await announceMissing(engine, tx, recordFromRow(engine.collections.get('no_shows'), row));
  tx.afterCommit(() => publishRow(engine, 'no_shows', row));
}
