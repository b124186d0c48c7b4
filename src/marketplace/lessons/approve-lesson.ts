import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { announceLessonConfirmed } from '../notifications/announce-lesson-confirmed.ts';
import { announceLessonDeclined } from '../notifications/announce-lesson-declined.ts';
import { confirmRequest, declineRequest } from './requests.store.ts';

/** An approval takes effect in its own transaction: accepted lessons are confirmed, declined ones paid back in full (domain rule 2). */
export function registerApprovalHooks(engine: Engine): void {
  engine.hooks.on('approvals', { insideCreate: (event) => approveLesson(engine, event) });
}

async function approveLesson(engine: Engine, { tx, record }: InsideEvent): Promise<void> {
  const nowMs = engine.clock.nowMs();
  const lesson = String(record.lesson);
  const isAccepted = record.decision === 'accept';
  const row: Row | undefined = isAccepted
    ? await confirmRequest(tx, lesson, nowMs)
    : await declineRequest(tx, lesson, nowMs);
  if (!row) {
    const message = 'This lesson does not wait for an answer.';
    throw badRequest('Failed to create record.', { lesson: { code: 'not_requested', message } });
  }
  if (isAccepted) await announceLessonConfirmed(engine, tx, row);
  else await announceLessonDeclined(engine, tx, row);
  const collection = engine.collections.get('lessons');
  tx.afterCommit(() =>
    engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'update' }),
  );
}
