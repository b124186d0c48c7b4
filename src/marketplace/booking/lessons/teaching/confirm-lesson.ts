import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { moveLesson } from '../move-lesson.ts';

/** A lesson that its instructor finished closes at once, and its money is settled, when its learner says, too, that it was given (domain rule 21). */
export function registerLessonConfirmationHooks(engine: Engine): void {
  engine.hooks.on('lesson_confirmations', {
    async insideCreate(event) {
      const outcome = await moveLesson(engine, event.tx, {
        lesson: String(event.record.lesson),
        event: 'agree',
        by: event,
        nowMs: engine.clock.nowMs(),
      });
      if (!outcome.ok) throw notConfirmable();
    },
    explainViolation: (constraint) => (constraint === 'lesson_confirmations_once' ? notConfirmable() : undefined),
  });
}

function notConfirmable() {
  const message = 'Only a lesson that its instructor finished, and that is not closed yet, can be confirmed.';
  return refuseCreate('lesson', 'not_confirmable', message);
}
