import type { Queryable, Row } from '#engine/database/database.ts';
import type { AudienceAnswer } from '#wire/notifications.ts';
import { statesIn } from '../../platform/reads/states-in.ts';

/** Whom something is written to; an empty area or language leaves everybody in. */
export type Audience = { audience: string; area: string; language: string; kind: string; nowMs: number };

/*
 * Accounts with a proved address that are open and not staff's. Learners are those without an instructor's profile that is, or was, shown. An instructor is
 * of an area that they teach in; a learner, of the areas of those with whom they had a lesson in the last year: one that began. What nobody needs goes to nobody who
 * switched it off, offers only to those who switched them on.
 */
const people = `from users u
  left join instructors i on i."user" = u.id and i.status in ('listed', 'paused')
  left join notification_preferences p on p."user" = u.id
  where u.verified and not u.suspended and u._closed is null and u.role not in ('moderator', 'finance', 'admin')
    and case $1 when 'instructors' then i.id is not null when 'learners' then i.id is null else true end
    and ($2 = '' or i.areas ? $2 or exists (
      select from lessons l join instructors t on t.id = l.instructor
      where l.learner = u.id and l.status in ${statesIn('begun')} and t.areas ? $2
        and l.start <= to_timestamp($5::double precision / 1000) and l.start > to_timestamp($5::double precision / 1000) - interval '365 days'
    ))
    and ($3 = '' or coalesce(nullif(u.language, ''), 'en') = $3)
    and case $4 when 'necessary' then true when 'news' then coalesce(p.system, true) else coalesce(p.marketing, false) end`;

const parameters = ({ audience, area, language, kind, nowMs }: Audience) => [audience, area, language, kind, nowMs];

/** How many it would go to, how many of them by mail, too, and how many are left out because they don't want such news. */
export async function countAudience(db: Queryable, audience: Audience): Promise<Omit<AudienceAnswer, 'names'>> {
  const [all] = await db.query<{ count: number }>(`select count(*)::integer as count ${people}`, [
    ...parameters({ ...audience, kind: 'necessary' }),
  ]);
  const [wanted] = await db.query<{ count: number; byMail: number }>(
    `select count(*)::integer as count, count(*) filter (where $4 = 'necessary' or coalesce(p.email, true))::integer as "byMail" ${people}`,
    parameters(audience),
  );
  if (!all || !wanted) throw new Error('An aggregate answers one row.');
  return { ...wanted, optedOut: all.count - wanted.count };
}

/** The first of them by name. */
export function listAudience(
  db: Queryable,
  audience: Audience,
  limit: number,
): Promise<Array<{ id: string; name: string }>> {
  return db.query(`select u.id, u.name ${people} order by u.name, u.id limit ${limit}`, parameters(audience));
}

/** Writes down whom it goes to; answers how many. */
export async function insertRecipients(tx: Queryable, broadcast: string, audience: Audience): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `with added as (
       insert into broadcast_recipients (broadcast, "user") select $6, u.id ${people} on conflict do nothing returning 1
     ) select count(*)::integer as count from added`,
    [...parameters(audience), broadcast],
  );
  return rows[0]?.count ?? 0;
}

/** Locks a broadcast and answers how far it is. */
export async function lockBroadcast(tx: Queryable, id: string): Promise<string | undefined> {
  const [row] = await tx.query<{ status: string }>('select status from broadcasts where id = $1 for update', [id]);
  return row?.status;
}

export type SendingBroadcast = { id: string; title: string; message: string; kind: string };

/** A broadcast while it is being sent, locked until the end of the transaction. */
export async function lockSending(tx: Queryable, id: string): Promise<SendingBroadcast | undefined> {
  const [row] = await tx.query<SendingBroadcast>(
    `select id, title, message, kind from broadcasts where id = $1 and status = 'sending' for update`,
    [id],
  );
  return row;
}

/** Takes the next recipients who were not told yet, and marks them. */
export async function takeRecipients(tx: Queryable, broadcast: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ user: string }>(
    `update broadcast_recipients set told = true where broadcast = $1 and "user" in (
       select "user" from broadcast_recipients where broadcast = $1 and not told order by "user" limit $2
     ) returning "user"`,
    [broadcast, limit],
  );
  return rows.map(({ user }) => user);
}

/** Counts who was told; with none left to tell, it is sent. Answers the row as it is then. */
export async function noteTold(
  tx: Queryable,
  { id, told, isDone, nowMs }: { id: string; told: number; isDone: boolean; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update broadcasts set sent = sent + $2, status = case when $3 then 'sent' else status end,
       updated = to_timestamp($4::double precision / 1000) where id = $1 returning *`,
    [id, told, isDone, nowMs],
  );
  return row;
}

/** The jobs of broadcasts that are being sent. */
export function listSending(db: Queryable): Promise<Array<{ broadcast: string }>> {
  return db.query(`select id as broadcast from broadcasts where status = 'sending' order by _seq`);
}
