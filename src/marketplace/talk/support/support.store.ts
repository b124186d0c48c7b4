import type { Queryable, Row } from '#engine/database/database.ts';

export type RequestFacts = { id: string; user: string; status: string; subject: string };

/** Whose request it is and how far it is; undefined when there is none of that id. */
export async function findRequest(db: Queryable, id: string): Promise<RequestFacts | undefined> {
  const rows = await db.query<RequestFacts>('select id, "user", status, subject from support_requests where id = $1', [
    id,
  ]);
  return rows[0];
}

export type FirstMessage = { id: string; request: string; sender: string; text: string; nowMs: number };

/** Writes the message with which a request begins. */
export async function insertFirstMessage(tx: Queryable, message: FirstMessage): Promise<Row> {
  const { id, request, sender, text, nowMs } = message;
  const rows = await tx.query(
    `insert into support_messages (id, request, sender, text, created, updated, _author)
     values ($1, $2, $3, $4, to_timestamp($5::double precision / 1000), to_timestamp($5::double precision / 1000), $3)
     returning *`,
    [id, request, sender, text, nowMs],
  );
  const [row] = rows;
  if (!row) throw new Error('An insert answered no row.');
  return row;
}

export type LessonJoin = { id: string; request: string; lesson: string; label: string; nowMs: number };

/** Joins a request to the lesson that it is about. */
export async function insertLessonJoin(
  tx: Queryable,
  { id, request, lesson, label, nowMs }: LessonJoin,
): Promise<void> {
  await tx.query(
    `insert into support_joins (id, request, kind, record, label, created, updated)
     values ($1, $2, 'lesson', $3, $4, to_timestamp($5::double precision / 1000), to_timestamp($5::double precision / 1000))`,
    [id, request, lesson, label, nowMs],
  );
}

export type NewestLine = { request: string; fromSupport: boolean; excerpt: string; answerByMs: number; nowMs: number };

/**
 * Makes a message the newest of its request. The support's answers it; the user's opens it again, with a new time to answer by unless
 * the support owes an answer already.
 */
export async function noteNewestLine(tx: Queryable, line: NewestLine): Promise<Row> {
  const { request, fromSupport, excerpt, answerByMs, nowMs } = line;
  const rows = await tx.query(
    `update support_requests set "lastText" = $3, "lastMessageAt" = to_timestamp($5::double precision / 1000),
       updated = to_timestamp($5::double precision / 1000),
       "answerBy" = case when not $2 and status <> 'open' then to_timestamp($4::double precision / 1000) else "answerBy" end,
       status = case when $2 then 'answered' else 'open' end
     where id = $1 returning *`,
    [request, fromSupport, excerpt, answerByMs, nowMs],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no support request ${request}.`);
  return row;
}
