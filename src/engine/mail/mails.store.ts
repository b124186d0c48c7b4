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
       message = case when $2 = 'sent' and message->'isSecret' = 'true' then message || '{"html": "", "text": ""}' else message end
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
