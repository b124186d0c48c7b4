import type { Engine } from '#engine/engine.ts';
import { dayMs } from '#rules/time/durations.ts';
import { findFreeSlots } from '../../teaching/availability/find-slots.ts';
import { endBySystem } from './end-package.ts';
import { findUncheckedPurchases, lockPurchase, noteSlots } from './packages.store.ts';

/**
 * Looks once a day, and when an instructor retires or is suspended, whether the instructor of each package in use still shows a time to book. When there was none for as long as the policies
 * say, or the instructor can no longer be booked at all, what is left goes back by itself (domain rule 17).
 */
export async function checkPackageSlots(engine: Engine, nowMs: number): Promise<void> {
  for (;;) {
    const due = await findUncheckedPurchases(engine.db, nowMs);
    for (const { id, ...offer } of due) {
      const isSeen = await hasSlots(engine, offer, nowMs);
      await engine.db.transaction(async (tx) => {
        const purchase = await lockPurchase(tx, id);
        await noteSlots(tx, id, { isSeen, nowMs, nextMs: nowMs + dayMs });
        if (purchase?.status !== 'active') return;
        if (isSeen) purchase._slotSeenAt = new Date(nowMs);
        await endBySystem(engine, tx, { purchase, isExpired: false, nowMs });
      });
    }
    if (due.length === 0) return;
  }
}

type Offer = { instructor: string; lessonMinutes: number[]; horizonDays: number };

async function hasSlots(
  engine: Engine,
  { instructor, lessonMinutes, horizonDays }: Offer,
  nowMs: number,
): Promise<boolean> {
  for (const durationMinutes of [...lessonMinutes].sort((one, other) => one - other)) {
    const span = { fromMs: nowMs, toMs: nowMs + (horizonDays || 56) * dayMs };
    const question = { instructor, learner: '', durationMinutes, nowMs, ...span, limit: 1 };
    const slots = await findFreeSlots(engine.db, question);
    if (slots.length > 0) return true;
  }
  return false;
}
