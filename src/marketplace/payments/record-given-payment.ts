import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { findLesson, postPayment } from './payments.store.ts';

/**
 * A payment as a superuser writes it down (api.md): its state is a fact, `succeeded` where none is given. Payer and amount are the lesson's
 * unless given. Money that came in stands in the ledger like any other.
 */
export async function recordGivenPayment(engine: Engine, event: RecordEvent): Promise<Row> {
  const { collection, record, sent, authorId, requestHash } = event;
  const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
  if (first) return first;
  const lesson = await findLesson(engine.db, String(record.lesson));
  if (!lesson) {
    const error = { code: 'validation_missing_rel_records', message: 'There is no such lesson.' };
    throw badRequest('Failed to create record.', { lesson: error });
  }
  const nowMs = engine.clock.nowMs();
  if (record.learner === '') record.learner = lesson.learner;
  if (record.status === '') record.status = 'succeeded';
  if (!sent.has('amountCents')) record.amountCents = lesson.priceCents;
  if (record.status === 'succeeded') record.succeededAt ||= new Date(nowMs).toISOString();
  const extra = { _author: authorId, _request_hash: requestHash };
  return engine.db.transaction(async (tx) => {
    const row = await insertRow(tx, { collection, record, extra });
    if (row.status === 'succeeded') await postPayment(tx, record.id, nowMs);
    return row;
  });
}
