import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { startEarlyMinutes } from '#rules/lessons/lesson-life.ts';
import { moveLesson } from '../move-lesson.ts';
import { isBeyondPapers } from '../papers/beyond-papers.ts';
import { type MoveWords, refuseMove } from '../refuse-move.ts';

const refusal = 'Failed to create record.';
const maxTries = 10;
const words: MoveWords = {
  too_early: ['too_early', `A lesson can be started from ${startEarlyMinutes} minutes before its start.`],
};

/** A lesson begins when its instructor enters the four digits that its learner says in the car. An own learner without an account has none. */
export function registerLessonStartHooks(engine: Engine): void {
  engine.hooks.on('lesson_starts', {
    beforeCreate: (event) => countTry(engine, event),
    insideCreate: (event) => startLesson(engine, event),
    explainViolation: (constraint) => (constraint === 'lesson_starts_once' ? notStartable() : undefined),
  });
}

// Four digits are quickly guessed: the code proves that the learner sits in the car only while tries are few.
async function countTry(engine: Engine, { auth, record }: RecordEvent): Promise<void> {
  if (!auth || auth.isSuperuser) return;
  await refuseTooManyAttempts(engine, {
    key: `lesson start ${String(record.lesson)}`,
    max: maxTries,
    seconds: 3600,
    message: 'Too many attempts, please try again later.',
  });
}

async function startLesson(engine: Engine, event: InsideEvent): Promise<void> {
  const { auth, system, body, record } = event;
  const isTrusted = system || auth?.isSuperuser === true;
  if (!isTrusted && (await isBeyondPapers(event.tx, record.lesson))) {
    const message = 'Your papers ended before this lesson. Send new ones to be checked before you teach.';
    throw badRequest(refusal, { lesson: { code: 'papers_ended', message } });
  }
  const outcome = await moveLesson(engine, event.tx, {
    lesson: String(record.lesson),
    event: 'start',
    by: event,
    nowMs: engine.clock.nowMs(),
  });
  if (!outcome.ok) throw outcome.reason === 'wrong_state' ? notStartable() : refuseMove(outcome.reason, words);
  const hasCode = outcome.lesson.learner !== '';
  if (hasCode && !isTrusted && String(body.fields.code ?? '').trim() !== outcome.lesson.startCode) {
    const message = 'This is not the learner’s start code.';
    throw badRequest(refusal, { code: { code: 'wrong_code', message } });
  }
}

function notStartable() {
  return badRequest(refusal, {
    lesson: { code: 'not_startable', message: 'Only a confirmed lesson that has not begun can be started.' },
  });
}
