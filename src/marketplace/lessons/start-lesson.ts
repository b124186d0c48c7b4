import { recordFromRow } from '#engine/collections/record-row.ts';
import type { Engine } from '#engine/engine.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { beginLesson } from './lesson-life.store.ts';

const refusal = 'Failed to create record.';
const maxTries = 10;

/** A lesson begins when its instructor enters the four digits that its learner says in the car. */
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

async function startLesson(engine: Engine, { tx, auth, system, body, record }: InsideEvent): Promise<void> {
  const row = await beginLesson(tx, String(record.lesson), engine.clock.nowMs());
  if (!row) throw notStartable();
  const { code } = body.fields;
  const isTrusted = system || auth?.isSuperuser === true;
  if (!isTrusted && String(code ?? '').trim() !== row.startCode) {
    const message = 'This is not the learner’s start code.';
    throw badRequest(refusal, { code: { code: 'wrong_code', message } });
  }
  const collection = engine.collections.get('lessons');
  tx.afterCommit(() =>
    engine.realtime.publish({ collection, record: recordFromRow(collection, row), action: 'update' }),
  );
}

function notStartable() {
  return badRequest(refusal, {
    lesson: { code: 'not_startable', message: 'Only a confirmed lesson that has not begun can be started.' },
  });
}
