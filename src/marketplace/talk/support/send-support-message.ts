import type { Engine } from '#engine/engine.ts';
import { required } from '#engine/fields/field-errors.ts';
import { badRequest } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { excerptOf } from '#rules/messages/excerpt-of.ts';
import { findStaff } from '../../platform/rights/find-staff.ts';
import { announceSupportAnswer, announceSupportRequest } from '../notifications/announce-support.ts';
import { promiseAnswer } from './promise-answer.ts';
import { findRequest, noteNewestLine, type RequestFacts } from './support.store.ts';

const refusal = 'Failed to create record.';

/** What hangs on support messages: who speaks, how far the request is then, and who is told. */
export function registerSupportMessageHooks(engine: Engine): void {
  engine.hooks.on('support_messages', {
    beforeCreate: (event) => checkMessage(engine, event),
    insideCreate: (event) => deliverMessage(engine, event),
  });
}

async function checkMessage(engine: Engine, event: RecordEvent): Promise<void> {
  const { auth, system, record } = event;
  const request = await requestOf(event);
  const isTrusted = system || auth?.isSuperuser === true;
  if (!isTrusted) {
    record.sender = auth?.id ?? '';
    record.fromSupport = auth?.id !== request.user;
    record.senderName = record.fromSupport ? String(auth?.row.name ?? '') : '';
  }
  if (record.sender === '') throw badRequest(refusal, { sender: required });
  record.text = String(record.text).trim();
  if (record.text === '' && countFiles(record) === 0) throw badRequest(refusal, { text: required });
  if (isTrusted) return;
  await refuseTooManyAttempts(engine, {
    key: `support messages ${String(record.sender)}`,
    max: 60,
    seconds: 300,
    message: 'You sent many messages in a few minutes. Please wait a little.',
  });
}

async function deliverMessage(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record } = event;
  const request = await requestOf({ ...event, db: tx });
  const fromSupport = record.fromSupport === true;
  const excerpt = excerptOf(String(record.text), countFiles(record));
  const nowMs = engine.clock.nowMs();
  const answerByMs = await promiseAnswer(tx, nowMs);
  const row = await noteNewestLine(tx, { request: request.id, fromSupport, excerpt, answerByMs, nowMs });
  const told = { request: request.id, key: record.id };
  const { subject, user } = request;
  if (fromSupport) await announceSupportAnswer(engine, tx, { ...told, subject, user, excerpt });
  // While an answer is owed anyway, the admins know.
  else if (request.status !== 'open')
    await announceSupportRequest(engine, tx, { ...told, admins: await findStaff(tx, 'support') });
  const collection = engine.collections.get('support_requests');
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}

async function requestOf({ record, db }: Pick<RecordEvent, 'record' | 'db'>): Promise<RequestFacts> {
  const request = await findRequest(db, String(record.request));
  if (request) return request;
  const message = 'There is no such request.';
  throw badRequest(refusal, { request: { code: 'validation_missing_rel_records', message } });
}

function countFiles({ attachments }: RecordEvent['record']): number {
  return Array.isArray(attachments) ? attachments.length : 0;
}
