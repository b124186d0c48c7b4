import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { announceLessonConfirmed } from '../lessons/announcing/announce-lesson-confirmed.ts';
import { announceLessonRequested } from '../lessons/announcing/announce-lesson-requested.ts';
import { announcePaymentRefunded } from '../lessons/announcing/announce-payment-refunded.ts';
import { newStartCode } from '../lessons/booking/complete-state.ts';
import { callSettlePayment, findLesson, findPayment } from './payments.store.ts';

/**
 * The provider has the money: payment, ledger, lesson, notifications and mails change in one transaction (G6). Repeating it does nothing.
 * Subscribers hear of it after the commit.
 */
export async function settlePayment(engine: Engine, id: string, reference: string): Promise<void> {
  const startCode = newStartCode(engine.random);
  const nowMs = engine.clock.nowMs();
  const changed = await engine.db.transaction(async (tx): Promise<{ payment: Row; lesson: Row } | undefined> => {
    const outcome = await callSettlePayment(tx, id, { reference, startCode, nowMs });
    if (outcome === null) return undefined;
    const payment = await findPayment(tx, id);
    const lesson = await findLesson(tx, String(payment?.lesson));
    if (!payment || !lesson) return undefined;
    if (outcome === 'confirmed') await announceLessonConfirmed(engine, tx, lesson);
    if (outcome === 'requested') await announceLessonRequested(engine, tx, lesson);
    if (outcome === 'refunded') await announcePaymentRefunded(engine, tx, { payment: id, lesson: String(lesson.id) });
    return { payment, lesson };
  });
  if (!changed) return;
  publishRow(engine, 'payments', changed.payment);
  publishRow(engine, 'lessons', changed.lesson);
}

/** Tells subscribers that a row changed outside the record calls. */
export function publishRow(engine: Engine, collectionName: string, row: Row): void {
  const collection = engine.collections.get(collectionName);
  engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'update' });
}
