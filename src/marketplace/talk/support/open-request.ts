import type { Engine } from '#engine/engine.ts';
import { required } from '#engine/fields/field-errors.ts';
import { badRequest, refuseCreate, refuseUpdate } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import { newId } from '#engine/random.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { wireDate } from '#engine/wire-date.ts';
import { excerptOf } from '#rules/messages/excerpt-of.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { announceSupportRequest } from '../notifications/announce-support.ts';
import { nameOfLesson } from './join-request.ts';
import { promiseAnswer } from './promise-answer.ts';
import { insertFirstMessage, insertLessonJoin } from './support.store.ts';

const longestText = 4000;

/** What hangs on support requests: the first message, the lesson they are about, the time to answer by, and who may say what of the status. */
export function registerSupportRequestHooks(engine: Engine): void {
  engine.hooks.on('support_requests', {
    beforeCreate: (event) => openRequest(engine, event),
    insideCreate: (event) => writeFirstMessage(engine, event),
    beforeUpdate: (event) => checkStatus(engine, event),
  });
}

async function openRequest(engine: Engine, event: RecordEvent): Promise<void> {
  const { auth, system, record, db } = event;
  const isTrusted = system || auth?.isSuperuser === true;
  if (!isTrusted) record.user = auth?.id ?? '';
  if (record.user === '') throw badRequest('Failed to create record.', { user: required });
  const text = textOf(event);
  if (text === '') throw badRequest('Failed to create record.', { text: required });
  if (text.length > longestText) {
    const message = `Must be no more than ${longestText} character(s).`;
    throw refuseCreate('text', 'validation_max_text_constraint', message);
  }
  if (lessonOf(event) !== '') await nameOfLesson(db, String(record.user), lessonOf(event));
  const nowMs = engine.clock.nowMs();
  record.status = 'open';
  record.answerBy = wireDate(await promiseAnswer(db, nowMs));
  record.lastText = excerptOf(text, 0);
  record.lastMessageAt = wireDate(nowMs);
  if (isTrusted) return;
  await refuseTooManyAttempts(engine, {
    key: `support requests ${String(record.user)}`,
    max: 20,
    seconds: 86_400,
    message: 'You opened many requests today. Please go on in one of them.',
  });
}

async function writeFirstMessage(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record } = event;
  const row = await insertFirstMessage(tx, {
    id: newId(engine.random),
    request: record.id,
    sender: String(record.user),
    text: textOf(event),
    nowMs: engine.clock.nowMs(),
  });
  await joinToLesson(engine, event);
  await announceSupportRequest(engine, tx, {
    request: record.id,
    key: record.id,
    admins: await findStaff(tx, 'support'),
  });
  const collection = engine.collections.get('support_messages');
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'create' }));
}

// For the staff alone, like what they join it to themselves.
async function joinToLesson(engine: Engine, event: InsideEvent): Promise<void> {
  const lesson = lessonOf(event);
  if (lesson === '') return;
  const { tx, record } = event;
  await insertLessonJoin(tx, {
    id: newId(engine.random),
    request: record.id,
    lesson,
    label: await nameOfLesson(tx, String(record.user), lesson),
    nowMs: engine.clock.nowMs(),
  });
}

function lessonOf({ body }: Pick<RecordEvent, 'body'>): string {
  const { lesson } = body.fields;
  return typeof lesson === 'string' ? lesson.trim() : '';
}

// It is sent along and kept in the first message.
function textOf({ body }: RecordEvent): string {
  const { text } = body.fields;
  return typeof text === 'string' ? text.trim() : '';
}

const closings = { max: 20, seconds: 86_400, message: 'You closed many requests today. Please go on tomorrow.' };

async function checkStatus(engine: Engine, { auth, system, record, original }: RecordEvent): Promise<void> {
  if (system || auth?.isSuperuser || record.status === original?.status) return;
  if (record.status !== 'closed') {
    const message = 'A request is closed by this; the next message opens it again.';
    throw refuseUpdate('status', 'not_closable', message);
  }
  // What its user writes then is told to all who answer.
  const isOwn = auth?.id === record.user;
  if (isOwn) await refuseTooManyAttempts(engine, { key: `support closings ${String(record.user)}`, ...closings });
}
