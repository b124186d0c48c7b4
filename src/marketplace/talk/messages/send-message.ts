import type { Engine } from '#engine/engine.ts';
import { refuseCreate } from '#engine/http/api-error.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { InsideEvent, RecordEvent } from '#engine/records/record-hooks.ts';
import { excerptOf } from '#rules/messages/excerpt-of.ts';
import { hideRestOfNumber } from '#rules/messages/hide-rest-of-number.ts';
import { minuteMs } from '#rules/time/durations.ts';
import { announceMessage } from '../notifications/announce-message.ts';
import {
  type ConversationParties,
  findCommonLessons,
  findLastTexts,
  findParties,
  noteNewestMessage,
} from './messages.store.ts';

/** What hangs on messages: the sender, what may be sent, the conversation's newest line, the other side's news. */
export function registerMessageHooks(engine: Engine): void {
  engine.hooks.on('messages', {
    beforeCreate: (event) => checkMessage(engine, event),
    insideCreate: (event) => deliverMessage(engine, event),
  });
}

async function checkMessage(engine: Engine, event: RecordEvent): Promise<void> {
  const { auth, system, record, db } = event;
  const parties = await partiesOf(event);
  const isTrusted = system || auth?.isSuperuser === true;
  if (!isTrusted) record.sender = auth?.id ?? '';
  if (record.sender !== parties.learner && record.sender !== parties.instructorUser) {
    throw refuseCreate('sender', 'not_a_party', 'The sender must be one of the two who write to each other.');
  }
  const text = String(record.text).trim();
  record.text = text;
  const hasFiles = filesOf(record).length > 0;
  if (text === '' && !hasFiles) throw refuseCreate('text', 'validation_required', 'Cannot be blank.');
  if (isTrusted) return;
  await refuseTooManyAttempts(engine, {
    key: `messages ${String(record.sender)}`,
    max: 60,
    seconds: 300,
    message: 'You sent many messages in a few minutes. Please wait a little.',
  });
  if ((await findCommonLessons(db, parties)).hasConfirmed) return;
  if (hasFiles)
    throw refuseCreate(
      'attachments',
      'no_confirmed_lesson',
      'Files can be sent once a lesson between you is confirmed.',
    );
  await hideRest(engine, event);
}

/** How long ago the first half of a number may have been written. */
const halvesMs = 10 * minuteMs;

// A number in one message is hidden before this (keepContacts).
async function hideRest(engine: Engine, { db, record }: RecordEvent): Promise<void> {
  const [conversation, sender] = [String(record.conversation), String(record.sender)];
  const sinceMs = engine.clock.nowMs() - halvesMs;
  const before = await findLastTexts(db, { conversation, sender, sinceMs });
  const hidden = hideRestOfNumber(before, String(record.text));
  if (hidden !== undefined) Object.assign(record, { text: hidden, contactsHidden: true });
}

async function deliverMessage(engine: Engine, event: InsideEvent): Promise<void> {
  const { tx, record } = event;
  const parties = await partiesOf({ ...event, db: tx });
  const excerpt = excerptOf(String(record.text), filesOf(record).length);
  const sender = String(record.sender);
  const nowMs = engine.clock.nowMs();
  const { row, unreadBefore } = await noteNewestMessage(tx, { parties, sender, excerpt, nowMs });
  // One notification for all that is unread: the next messages are seen beside the first.
  if (unreadBefore === 0) await announceMessage(engine, tx, { message: record.id, parties, sender, excerpt });
  const collection = engine.collections.get('conversations');
  tx.afterCommit(() => engine.realtime.publish({ collection, row, action: 'update' }));
}

async function partiesOf({ record, db }: Pick<RecordEvent, 'record' | 'db'>): Promise<ConversationParties> {
  const parties = await findParties(db, String(record.conversation));
  if (!parties) throw refuseCreate('conversation', 'validation_missing_rel_records', 'There is no such conversation.');
  return parties;
}

function filesOf({ attachments }: RecordEvent['record']): unknown[] {
  return Array.isArray(attachments) ? attachments : [];
}
