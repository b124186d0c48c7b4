import type { Queryable } from '../database/database.ts';
import type { Mail } from './mail-queue.ts';

/** The mail of that id while it waits to be sent. */
export async function findQueuedMail(db: Queryable, id: number): Promise<Mail | undefined> {
  const rows = await db.query<{ message: Mail }>(`select message from _mails where id = $1 and status = 'queued'`, [
    id,
  ]);
  return rows[0]?.message;
}

type Mark = { id: number; status: 'sent' | 'kept' | 'failed'; error: string; nowMs: number };

/** Writes down what became of a mail, once. What was sent with a code or a link that signs in is forgotten. */
export async function markMail(db: Queryable, { id, status, error, nowMs }: Mark): Promise<void> {
  await db.query(
    `update _mails set status = $2, error = $3, attempts = attempts + 1, sent = to_timestamp($4::double precision / 1000),
       message = case when $2 = 'sent' and message->'isSecret' = 'true'
         then (message - 'invitation' - 'attachments') || '{"html": "", "text": ""}' else message end
     where id = $1 and status = 'queued'`,
    [id, status, error, nowMs],
  );
}

/** Writes down why a mail could not be sent this time. */
export async function noteFailure(db: Queryable, id: number, error: string): Promise<void> {
  await db.query(`update _mails set error = $2, attempts = attempts + 1 where id = $1 and status = 'queued'`, [
    id,
    error,
  ]);
}

export type MailRow = { id: number; to: string; subject: string; status: string; created: Date; message: Mail };

/** The newest 200 mails whose address contains `to`, in any case; newest first. */
export function findMails(db: Queryable, to: string): Promise<MailRow[]> {
  return db.query<MailRow>(
    `select id, "to", subject, status, created, message from _mails where $1 = '' or "to" ilike '%' || $1 || '%' order by id desc limit 200`,
    [to.replace(/[\\%_]/g, '\\$&')],
  );
}

/** The mail of that id, whatever became of it. */
export async function findMail(db: Queryable, id: number): Promise<MailRow | undefined> {
  const rows = await db.query<MailRow>('select id, "to", subject, status, created, message from _mails where id = $1', [
    id,
  ]);
  return rows[0];
}

/** Drops mails that went out, or were kept, before an instant in epoch milliseconds. */
export async function deleteMailsBefore(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(
    `delete from _mails where status <> 'queued' and created < to_timestamp($1::double precision / 1000)`,
    [beforeMs],
  );
}

/** Takes the words of mails that no longer wait and are older than an instant in epoch milliseconds; that they went out stays. */
export async function emptyMailsBefore(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(
    `update _mails set message = (message - 'invitation' - 'attachments') || '{"html": "", "text": ""}'
     where status <> 'queued' and created < to_timestamp($1::double precision / 1000)
       and (message->>'text' <> '' or message->>'html' <> '' or message ? 'invitation' or message ? 'attachments')`,
    [beforeMs],
  );
}
