import type { Queryable } from '../database/database.ts';

/** A mail that the mail server refused for good, or that was tried to the end; without its words. */
export type UndeliveredMail = {
  id: number;
  to: string;
  subject: string;
  error: string;
  attempts: number;
  createdMs: number;
  handledAs: '' | 'again' | 'told';
  handledBy: string;
  handledMs: number | null;
  /** Whether its words are still kept, so that it can be sent again. */
  hasWords: boolean;
};

const undelivered = `status = 'failed'`;
const columns = `id::integer as id, "to", subject, error, attempts, (extract(epoch from created) * 1000)::double precision as "createdMs",
  concat(message->>'html', message->>'text') <> '' as "hasWords", "handledAs", "handledBy", (extract(epoch from "handledAt") * 1000)::double precision as "handledMs"`;

/** The newest of them: those that nobody did anything about, or (`isDone`) those that somebody told their owner of. */
export function findUndelivered(db: Queryable, isDone: boolean, limit: number): Promise<UndeliveredMail[]> {
  return db.query(
    `select ${columns} from _mails where ${undelivered} and ("handledAs" = 'told') = $1 order by id desc limit $2`,
    [isDone, limit],
  );
}

type Handled = { id: number; as: 'again' | 'told'; by: string; nowMs: number };

/** Says what was done about one, once; answers it, or undefined when it is none or somebody was faster. To send again, it waits anew. */
export async function handleUndelivered(
  tx: Queryable,
  { id, as, by, nowMs }: Handled,
): Promise<UndeliveredMail | undefined> {
  const rows = await tx.query<UndeliveredMail>(
    `update _mails set "handledAs" = $2, "handledBy" = $3, "handledAt" = to_timestamp($4::double precision / 1000),
       status = case when $2 = 'again' then 'queued' else status end, attempts = case when $2 = 'again' then 0 else attempts end
     where id = $1 and ${undelivered} and "handledAs" <> 'told' returning ${columns}`,
    [id, as, by, nowMs],
  );
  return rows[0];
}
