import type { Engine } from '#engine/engine.ts';
import type { InsideEvent } from '#engine/records/record-hooks.ts';
import { giveBackRefilled } from '../cancelling/give-back-refilled.ts';
import { moveLesson } from '../move-lesson.ts';
import { refuseMove } from '../refuse-move.ts';

/** An approval takes effect in its own transaction: accepted lessons are confirmed, declined ones paid back in full (domain rule 2). */
export function registerApprovalHooks(engine: Engine): void {
  engine.hooks.on('approvals', { insideCreate: (event) => approveLesson(engine, event) });
}

async function approveLesson(engine: Engine, event: InsideEvent): Promise<void> {
  const { record } = event;
  const outcome = await moveLesson(engine, event.tx, {
    lesson: String(record.lesson),
    event: record.decision === 'accept' ? 'approve' : 'decline',
    by: event,
    reason: String(record.reason),
    nowMs: engine.clock.nowMs(),
  });
  if (outcome.ok) {
    if (record.decision === 'accept') await giveBackRefilled(engine, event.tx, outcome.lesson);
    return;
  }
  const notRequested = ['not_requested', 'This lesson does not wait for an answer.'] as const;
  throw refuseMove(outcome.reason, { wrong_state: notRequested, answer_over: notRequested });
}
