import type { Row, Transaction } from '#engine/database/database.ts';
import { drawMinutes } from '#rules/packages/draw-minutes.ts';
import type { DrawOrder } from '../../money/payments/till.ts';
import { findDrawable, insertDraw, lockHeldLesson, takeMinutes } from './drawing.store.ts';
import { packageLines } from './package-lines.ts';

/**
 * Pays a held lesson with minutes of a package of its instructor (domain rule 18): whole lessons of days within the package's validity. Of several
 * packages the one that ends first is used. The lesson then costs what the minutes are worth at the locked price, whatever the surcharges of its
 * hour. Undefined when there is no such package, or something of the lesson was paid in another way.
 */
export async function drawPackage(
  tx: Transaction,
  { learner, of: id, nowMs, row }: DrawOrder,
): Promise<Row | undefined> {
  const lesson = await lockHeldLesson(tx, id, nowMs);
  if (!lesson || lesson.learner !== learner || Number(lesson._paidCents) > 0) return undefined;
  const minutes = Number(lesson.durationMinutes);
  const wanted = { learner, instructor: String(lesson.instructor), start: lesson.start, minutes, nowMs };
  const purchase = await findDrawable(tx, wanted);
  const drawn = purchase && drawMinutes(purchase, minutes);
  if (!purchase || !drawn?.ok) return undefined;
  await takeMinutes(tx, purchase.id, { minutesLeft: drawn.minutesLeft, nowMs });
  const lines = packageLines(minutes, drawn.cents);
  return insertDraw(tx, {
    payment: { ...row, drawnFrom: purchase.id, drawnMinutes: minutes, amountCents: drawn.cents },
    lesson: { id, priceCents: drawn.cents, lines },
  });
}
