import type { Queryable } from '../database/database.ts';
import { mostTries } from '../jobs/job-queue.ts';
import type { Letter, Mail } from './mail-queue.ts';

/** Writes mails down, those of a known key left out; answers their ids. What is for nobody is kept until its job. */
export async function insertMails(db: Queryable, letters: readonly Letter[], nowMs: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `insert into _mails (key, "to", subject, message, status, created)
     select l.value ->> 'key', l.value #>> '{mail,to,address}', l.value #>> '{mail,subject}', l.value -> 'mail',
       case when l.value #> '{mail,isForNobody}' = 'true' then 'nobody' else 'queued' end, to_timestamp($2::double precision / 1000)
     from jsonb_array_elements($1::jsonb) with ordinality l order by l.ordinality on conflict (key) do nothing returning id`,
    [JSON.stringify(letters), nowMs],
  );
  return rows.map(({ id }) => id);
}

/** Forgets a mail that is for nobody. */
export async function dropMailForNobody(db: Queryable, id: number): Promise<void> {
  await db.query(`delete from _mails where id = $1 and status = 'nobody'`, [id]);
}

/** The mail of that id while it waits to be sent. */
export async function findQueuedMail(db: Queryable, id: number): Promise<Mail | undefined> {
  const rows = await db.query<{ message: Mail }>(`select message from _mails where id = $1 and status = 'queued'`, [
    id,
  ]);
  return rows[0]?.message;
}

type Mark = { id: number; status: 'sent' | 'kept' | 'failed'; error: string; nowMs: number };

/** The mail without its words. */
const emptied = `(message - 'invitation' - 'attachments') || '{"html": "", "text": ""}'`;
/** Of a mail that tells of somebody who left, not even the subject stays. */
const erased = `${emptied} || '{"subject": ""}'`;

/** Writes down what became of a mail, once. What was sent with a code or a link that signs in is forgotten, and what told of somebody who left in any case. */
export async function markMail(db: Queryable, { id, status, error, nowMs }: Mark): Promise<void> {
  await db.query(
    `update _mails set status = $2, error = $3, attempts = attempts + 1, sent = to_timestamp($4::double precision / 1000),
       subject = case when $2 <> 'kept' and message->'isErased' = 'true' then '' else subject end,
       message = case when $2 <> 'kept' and message->'isErased' = 'true' then ${erased}
         when $2 = 'sent' and message->'isSecret' = 'true' then ${emptied} else message end
     where id = $1 and status = 'queued'`,
    [id, status, error, nowMs],
  );
}

/** Writes down why a mail could not be sent this time; false when that was the last time, and it has failed. */
export async function noteFailure(db: Queryable, { id, error, nowMs }: Omit<Mark, 'status'>): Promise<boolean> {
  const [row] = await db.query<{ attempts: number }>(
    `update _mails set error = $2, attempts = attempts + 1 where id = $1 and status = 'queued' and attempts < $3 returning attempts`,
    [id, error, mostTries - 1],
  );
  if (!row) await markMail(db, { id, status: 'failed', error, nowMs });
  return row !== undefined;
}

export type MailRow = { id: number; to: string; subject: string; status: string; created: Date; message: Mail };

/** The newest 200 mails whose address contains `to`, in any case; newest first. */
export function findMails(db: Queryable, to: string): Promise<MailRow[]> {
  return db.query<MailRow>(
    `select id, "to", subject, status, created, message from _mails where status <> 'nobody' and ($1 = '' or "to" ilike '%' || $1 || '%') order by id desc limit 200`,
    [to.replace(/[\\%_]/g, '\\$&')],
  );
}

/** The mail of that id, whatever became of it. */
export async function findMail(db: Queryable, id: number): Promise<MailRow | undefined> {
  const rows = await db.query<MailRow>(
    `select id, "to", subject, status, created, message from _mails where id = $1 and status <> 'nobody'`,
    [id],
  );
  return rows[0];
}

/** Drops mails from before an instant in epoch milliseconds, whatever became of them. */
export async function deleteMailsBefore(db: Queryable, beforeMs: number): Promise<void> {
  await db.query('delete from _mails where created < to_timestamp($1::double precision / 1000)', [beforeMs]);
}

/** Takes the words of mails from before an instant in epoch milliseconds; that they went out stays. One that waits all the same has failed: nothing empty goes out. */
export async function emptyMailsBefore(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(
    `update _mails set message = ${emptied}, status = case when status = 'queued' then 'failed' else status end
     where created < to_timestamp($1::double precision / 1000)
       and (status = 'queued' or message->>'text' <> '' or message->>'html' <> '' or message ? 'invitation' or message ? 'attachments')`,
    [beforeMs],
  );
}
