import type { Row } from '#engine/database/database.ts';
import { badRequest } from '#engine/http/api-error.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { insertRow } from '#engine/records/record-store.ts';
import { findFirstCreate } from '#engine/records/repeat-create.ts';
import { findPayment, postPayment } from './payments.store.ts';
import { purposeOf, type Till } from './till.ts';

/**
 * A payment as a superuser writes it down (api.md): its state is a fact, `succeeded` where none is given. Payer and amount are those
 * of what it is for unless given. Money that came in stands in the ledger like any other, and a lesson whose time is held waits for it no longer.
 */
export async function recordGivenPayment(till: Till, event: RecordEvent): Promise<Row> {
  const { engine } = till;
  const { collection, record, sent, authorId, requestHash } = event;
  const first = await findFirstCreate(engine.db, { ...event, collection, id: record.id });
  if (first) return first;
  const nowMs = engine.clock.nowMs();
  // Each of a series is a payment of its own, and written down as one.
  const wanted = purposeOf(till, { ...record, lessonSeries: '' });
  const payable = await wanted?.purpose.find(engine.db, wanted.id, nowMs);
  if (!payable) {
    const error = { code: 'validation_missing_rel_records', message: 'There is nothing of that name to be paid.' };
    throw badRequest('Failed to create record.', { [wanted?.purpose.field ?? 'lesson']: error });
  }
  if (record.learner === '') record.learner = payable.learner;
  if (record.status === '') record.status = 'succeeded';
  if (!sent.has('amountCents')) record.amountCents = payable.priceCents;
  if (record.status === 'succeeded') record.succeededAt ||= new Date(nowMs).toISOString();
  const extra = { _author: authorId, _request_hash: requestHash };
  const awaiting =
    record.status === 'succeeded' && wanted?.purpose.field === 'lesson' && !payable.refusal ? wanted : undefined;
  if (awaiting) record.status = 'processing';
  return engine.db.transaction(async (tx) => {
    if (awaiting) await awaiting.purpose.lock?.(tx, awaiting.id);
    const row = await insertRow(tx, { collection, record, extra });
    if (awaiting) {
      const reference = String(record.providerReference ?? '');
      await awaiting.purpose.settle(engine, tx, { payment: row, reference, nowMs });
      return (await findPayment(tx, record.id)) ?? row;
    }
    if (row.status !== 'succeeded') return row;
    await postPayment(tx, record.id, nowMs);
    await wanted?.purpose.record?.(engine, tx, wanted.id, nowMs);
    return row;
  });
}
