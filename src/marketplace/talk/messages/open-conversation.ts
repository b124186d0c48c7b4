import type { Engine } from '#engine/engine.ts';
import { fieldError, notUnique } from '#engine/fields/field-errors.ts';
import { badRequest, refuseCreate } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { RecordEvent } from '#engine/records/record-hooks.ts';
import { findCommonLessons, findInstructorParty, findUserName, type InstructorParty } from './messages.store.ts';

const refusal = 'Failed to create record.';

/** What hangs on conversations: who may open one with whom, and one for each pair. */
export function registerConversationHooks(engine: Engine): void {
  engine.hooks.on('conversations', {
    beforeCreate: (event) => openConversation(engine, event),
    explainViolation: (constraint) =>
      constraint === 'conversations_pair' ? badRequest(refusal, { instructor: notUnique }) : undefined,
  });
}

/**
 * A learner names the instructor, an instructor the learner; the other side of the pair is who asks. What the server keeps by itself
 * begins empty whatever was sent.
 */
async function openConversation(engine: Engine, { auth, system, record, db }: RecordEvent): Promise<void> {
  const isTrusted = system || auth?.isSuperuser === true;
  const caller = isTrusted ? '' : (auth?.id ?? '');
  const instructor = await findInstructorParty(db, { instructor: String(record.instructor), user: caller });
  if (!instructor) throw missing('instructor');
  if (record.learner === '') record.learner = caller;
  const learnerName = await findUserName(db, String(record.learner));
  if (learnerName === undefined) throw missing('learner');
  record.instructor = instructor.id;
  if (!isTrusted) await checkParties(engine, { caller, learner: String(record.learner), instructor, db });
  Object.assign(record, { learnerName, instructorName: instructor.name, lastText: '', lastSender: '' });
  Object.assign(record, {
    lastMessageAt: '',
    learnerUnread: 0,
    instructorUnread: 0,
    learnerReadAt: '',
    instructorReadAt: '',
  });
}

type Pair = { caller: string; learner: string; instructor: InstructorParty; db: RecordEvent['db'] };

async function checkParties(engine: Engine, { caller, learner, instructor, db }: Pair): Promise<void> {
  if (learner === instructor.user) throw refuseCreate('instructor', 'own_profile', 'This is your own profile.');
  const { hasAny } = await findCommonLessons(db, { learner, instructor: instructor.id });
  if (caller === instructor.user) {
    if (!hasAny) throw refuseCreate('learner', 'not_your_learner', 'You can write to learners who booked with you.');
  } else {
    if (caller !== learner) throw missing('learner');
    if (instructor.status !== 'listed' && !hasAny) throw missing('instructor');
  }
  await refuseTooManyAttempts(engine, {
    key: `conversations ${caller}`,
    max: 30,
    seconds: 86_400,
    message: 'You began many conversations today. Please go on tomorrow.',
  });
}

function missing(field: string) {
  const message = 'Failed to find all relation records with the provided ids.';
  return badRequest(refusal, { [field]: fieldError('validation_missing_rel_records', message) });
}
