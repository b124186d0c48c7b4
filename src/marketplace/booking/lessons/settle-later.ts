import type { Transaction } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';
import { type MoneyBack, type MoneyFacts, type MoneyPlan, postMoneyPlan } from './lesson-money.ts';
import { lockLesson } from './lesson-moves.store.ts';

/**
 * Settles the money of a lesson that ended before, without a move, under its lock and while it is in a state still. `money` answers undefined
 * when somebody else did it meanwhile; then nothing happens, and the answer is undefined, else what went back.
 */
export async function settleLater(
  engine: Engine,
  tx: Transaction,
  {
    lesson: id,
    status,
    money,
    nowMs,
  }: {
    lesson: string;
    status: LessonState;
    money: (facts: Pick<MoneyFacts, 'lesson' | 'policy'>) => Promise<MoneyPlan | undefined>;
    nowMs: number;
  },
): Promise<MoneyBack | undefined> {
  const locked = await lockLesson(tx, id);
  if (locked?.lesson.status !== status) return undefined;
  const { lesson, policy } = locked;
  const plan = await money({ lesson, policy });
  return plan && postMoneyPlan(engine, tx, { lesson, plan, policy, nowMs });
}
