import type { Queryable, Row } from '#engine/database/database.ts';
import { statesIn, wasBooked } from '../../platform/reads/states-in.ts';

export type InstructorParty = { id: string; user: string; name: string; status: string };

/** The instructor of that id, or the one who belongs to that account; undefined when there is none. */
export async function findInstructorParty(
  db: Queryable,
  { instructor, user }: { instructor: string; user: string },
): Promise<InstructorParty | undefined> {
  const rows = await db.query<InstructorParty>(
    `select id, "user", name, status from instructors where case when $1 = '' then "user" = $2 else id = $1 end`,
    [instructor, user],
  );
  return rows[0];
}

/** The name of an account; undefined when there is none of that id. */
export async function findUserName(db: Queryable, id: string): Promise<string | undefined> {
  const rows = await db.query<{ name: string }>('select shown_name(u) as name from users u where u.id = $1', [id]);
  return rows[0]?.name;
}

/** What the two have in common: a lesson that was ever booked (a time that was held and let go is none), and one that was confirmed and not called off. */
export async function findCommonLessons(
  db: Queryable,
  { learner, instructor }: { learner: string; instructor: string },
): Promise<{ hasAny: boolean; hasConfirmed: boolean }> {
  const [row] = await db.query<{ hasAny: boolean; hasConfirmed: boolean }>(
    `select coalesce(bool_or(${wasBooked('l')}), false) as "hasAny",
       coalesce(bool_or(status in ${statesIn('agreed')}), false) as "hasConfirmed"
     from lessons l where learner = $1 and instructor = $2`,
    [learner, instructor],
  );
  return row ?? { hasAny: false, hasConfirmed: false };
}

/** What somebody wrote last in a conversation since an instant, the oldest first. */
export async function findLastTexts(
  db: Queryable,
  { conversation, sender, sinceMs }: { conversation: string; sender: string; sinceMs: number },
): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select text from messages where conversation = $1 and sender = $2 and created > to_timestamp($3::double precision / 1000)
     order by created desc, _seq desc limit 8`,
    [conversation, sender, sinceMs],
  );
  return rows.map(({ text }) => text).reverse();
}

export type ConversationParties = {
  id: string;
  learner: string;
  learnerName: string;
  instructor: string;
  instructorUser: string;
  instructorName: string;
};

/** Who writes to whom in a conversation, with the names they have now. */
export async function findParties(db: Queryable, conversation: string): Promise<ConversationParties | undefined> {
  const rows = await db.query<ConversationParties>(
    `select c.id, c.learner, shown_name(u) as "learnerName", i.id as instructor, i."user" as "instructorUser",
       i.name as "instructorName"
     from conversations c join users u on u.id = c.learner join instructors i on i.id = c.instructor where c.id = $1`,
    [conversation],
  );
  return rows[0];
}

export type NewestMessage = { parties: ConversationParties; sender: string; excerpt: string; nowMs: number };

/**
 * Makes a message the newest of its conversation and counts it as unread for the other side. Answers the conversation's row and what
 * was unread there before.
 */
export async function noteNewestMessage(
  tx: Queryable,
  { parties, sender, excerpt, nowMs }: NewestMessage,
): Promise<{ row: Row; unreadBefore: number }> {
  const isLearner = sender === parties.learner;
  const [row] = await tx.query(
    `update conversations set "lastText" = $3, "lastSender" = $2,
       "lastMessageAt" = to_timestamp($4::double precision / 1000), updated = to_timestamp($4::double precision / 1000),
       "learnerName" = $5, "instructorName" = $6,
       "learnerUnread" = "learnerUnread" + $7, "instructorUnread" = "instructorUnread" + $8
     where id = $1 returning *`,
    [
      parties.id,
      sender,
      excerpt,
      nowMs,
      parties.learnerName,
      parties.instructorName,
      isLearner ? 0 : 1,
      isLearner ? 1 : 0,
    ],
  );
  if (!row) throw new Error(`There is no conversation ${parties.id}.`);
  return { row, unreadBefore: Number(isLearner ? row.instructorUnread : row.learnerUnread) - 1 };
}

/** Everything in the conversation is read by one side; answers its row, or undefined when there was nothing unread. */
export async function markConversationRead(
  db: Queryable,
  { conversation, side, nowMs }: { conversation: string; side: 'learner' | 'instructor'; nowMs: number },
): Promise<Row | undefined> {
  const rows = await db.query(
    `update conversations set "${side}Unread" = 0, "${side}ReadAt" = to_timestamp($2::double precision / 1000),
       updated = to_timestamp($2::double precision / 1000)
     where id = $1 and "${side}Unread" > 0 returning *`,
    [conversation, nowMs],
  );
  return rows[0];
}

/** Deletes messages that were written before an instant, `limit` at most; answers their ids. */
export async function deleteOldMessages(db: Queryable, beforeMs: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `delete from messages where id in (
       select id from messages where created < to_timestamp($1::double precision / 1000) order by created limit $2
     ) returning id`,
    [beforeMs, limit],
  );
  return rows.map(({ id }) => id);
}
