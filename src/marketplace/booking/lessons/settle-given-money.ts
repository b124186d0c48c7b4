import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { moneyOfGiven } from '#rules/lessons/lesson-life.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { postMoneyPlan } from './lesson-money.ts';
import { lockLesson } from './lesson-moves.store.ts';

/** Settles money that was written down for a lesson after it had been given: it is the instructor's at once, less the fee. */
export async function settleGivenMoney(engine: Engine, tx: Transaction, id: string, nowMs: number): Promise<void> {
  const locked = await lockLesson(tx, id);
  if (!locked || moneyOfGiven(locked.lesson.status as LessonState) !== 'keep') return;
  await postMoneyPlan(engine, tx, { ...locked, plan: { settle: [] }, nowMs });
}
