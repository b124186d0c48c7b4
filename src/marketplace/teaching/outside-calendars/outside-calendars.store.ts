import type { Queryable, Row } from '#engine/database/database.ts';
import type { Span } from '#rules/availability/spans.ts';

/** A calendar as it is read: where, what is known of it, and for how far ahead its owner can be booked. */
export type ReadableCalendar = {
  id: string;
  /** Empty for a file that was sent, whose times were kept. */
  url: string;
  times: string;
  zone: string;
  /** The address of its owner's account. */
  owner: string;
  horizonDays: number;
  etag: string;
  lastModified: string;
  /** Until when what was read holds, if it has not changed since; 0 before the first reading. */
  knownUntilMs: number;
};

/** Whose calendars are read: who asks to be listed, is, or pauses. A draft is anybody's for the asking. */
const isRead = `exists (select 1 from instructors i where i.id = c.instructor and i.status in ('submitted', 'listed', 'paused'))`;

/** Takes calendars that are due, and puts off when they are due again, of a file by a day more; at most `limit`. */
export function takeDue(
  db: Queryable,
  { nowMs, nextMs, limit }: { nowMs: number; nextMs: number; limit: number },
): Promise<Array<{ id: string }>> {
  return db.query(
    `update outside_calendars set _due = to_timestamp($2::double precision / 1000) + case when url = '' then interval '1 day' else interval '0' end
     where id in (select c.id from outside_calendars c where c._due <= to_timestamp($1::double precision / 1000) and (c.url <> '' or exists (select from outside_calendar_times t where t.calendar = c.id)) and ${isRead}
       order by c._due limit $3 for no key update skip locked)
     returning id`,
    [nowMs, nextMs, limit],
  );
}

/**
 * Puts off when one calendar is due, never to an earlier time: what is asked for between tries brings the next one no nearer. Whether it is read at
 * all; undefined when it is not this user's, or there is none.
 */
export async function takeOne(
  db: Queryable,
  { id, user, nextMs }: { id: string; user: string; nextMs: number },
): Promise<boolean | undefined> {
  const [row] = await db.query<{ isRead: boolean }>(
    `update outside_calendars c set _due = case when ${isRead} then greatest(c._due, to_timestamp($3::double precision / 1000)) else c._due end
     from instructors o where c.id = $1 and o.id = c.instructor and o."user" = $2 returning ${isRead} as "isRead"`,
    [id, user, nextMs],
  );
  return row?.isRead;
}

/** Puts off when a new calendar is due, as its first reading is on its way; false when it waits for its owner's profile, which is a draft. */
export async function putOff(tx: Queryable, id: string, nextMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update outside_calendars c set _due = to_timestamp($2::double precision / 1000) where c.id = $1 and ${isRead} returning c.id`,
    [id, nextMs],
  );
  return rows.length > 0;
}

/** What is needed to read a calendar; undefined when it is gone or not read. */
export async function findCalendar(db: Queryable, id: string): Promise<ReadableCalendar | undefined> {
  const [row] = await db.query<ReadableCalendar>(
    `select c.id, c.url, coalesce(t.times, '') as times, i.timezone as zone, u.email as owner, i."horizonDays", c._etag as etag, c._last_modified as "lastModified",
       coalesce(extract(epoch from c._known_until) * 1000, 0)::double precision as "knownUntilMs"
     from outside_calendars c join instructors i on i.id = c.instructor join users u on u.id = i."user"
       left join outside_calendar_times t on t.calendar = c.id where c.id = $1 and ${isRead}`,
    [id],
  );
  return row;
}

type Reading = {
  id: string;
  beganMs: number;
  spans: readonly Span[];
  /** What can't be read of it, as it is told; left out, what was known stays. */
  unread?: { count: number; questions: unknown[] };
  etag: string;
  lastModified: string;
  knownUntilMs: number;
};

/** Keeps what was read; undefined when the calendar is gone, or a later reading was quicker. */
export async function keepReading(tx: Queryable, reading: Reading): Promise<Row | undefined> {
  const { id, beganMs, spans, unread, etag, lastModified, knownUntilMs } = reading;
  const [taken] = await tx.query<{ isTaken: boolean }>(
    `select take_busy_times($1, $2::jsonb, to_timestamp($3::double precision / 1000)) as "isTaken"`,
    [id, JSON.stringify(spans.map(({ startMs, endMs }) => [startMs, endMs])), beganMs],
  );
  if (!taken?.isTaken) return undefined;
  const [row] = await tx.query(
    `update outside_calendars set "unreadEvents" = coalesce($3, "unreadEvents"), questions = coalesce($7::jsonb, questions), _etag = $4, _last_modified = $5,
       _known_until = to_timestamp($6::double precision / 1000), ${asRead}
     where id = $1 returning *`,
    [
      id,
      beganMs,
      unread?.count ?? null,
      etag,
      lastModified,
      knownUntilMs,
      unread ? JSON.stringify(unread.questions) : null,
    ],
  );
  return row;
}

/** Keeps the times of a file that was sent, in place of those of one before; its busy times are those that `take_busy_times` takes. */
export async function keepFile(
  tx: Queryable,
  { id, spans, times, beganMs }: { id: string; spans: readonly Span[]; times: string; beganMs: number },
): Promise<void> {
  const steps = JSON.stringify(spans.map(({ startMs, endMs }) => [startMs, endMs]));
  await tx.query(
    `with taken as (select take_busy_times($1, $2::jsonb, to_timestamp($3::double precision / 1000)) as is_taken),
       put_off as (update outside_calendars set _due = to_timestamp($3::double precision / 1000) + interval '1 day' from taken where id = $1)
     insert into outside_calendar_times (calendar, times) values ($1, $4) on conflict (calendar) do update set times = excluded.times`,
    [id, steps, beganMs, times],
  );
}

/** Whom a new calendar belongs to: their zone, how far ahead they can be booked, and the address of their account. */
export async function findCalendarOwner(
  db: Queryable,
  instructor: string,
): Promise<{ zone: string; horizonDays: number; owner: string } | undefined> {
  const [row] = await db.query<{ zone: string; horizonDays: number; owner: string }>(
    `select i.timezone as zone, i."horizonDays", u.email as owner from instructors i join users u on u.id = i."user" where i.id = $1`,
    [instructor],
  );
  return row;
}

/** Notes that a calendar was asked and is as it was. */
export async function keepUnchanged(tx: Queryable, id: string, beganMs: number): Promise<Row | undefined> {
  const [row] = await tx.query(`update outside_calendars set ${asRead} where id = $1 returning *`, [id, beganMs]);
  return row;
}

const asRead = `"readAt" = greatest("readAt", to_timestamp($2::double precision / 1000)),
  "triedAt" = to_timestamp($2::double precision / 1000), "failingSince" = null, problem = '', _failures = 0`;

/**
 * Notes that a calendar could not be read; the times that were read before stay. Each failure in a row doubles the time until the next try, from a
 * quarter of an hour up to six hours.
 */
export async function keepProblem(
  tx: Queryable,
  { id, problem, beganMs }: { id: string; problem: string; beganMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update outside_calendars set problem = $2, "triedAt" = to_timestamp($3::double precision / 1000),
       "failingSince" = coalesce("failingSince", to_timestamp($3::double precision / 1000)), _failures = _failures + 1,
       _due = to_timestamp($3::double precision / 1000)
         + least(interval '6 hours', interval '15 minutes' * power(2, least(_failures, 5)))
     where id = $1 returning *`,
    [id, problem, beganMs],
  );
  return row;
}

/** How many calendars an instructor has, told to one who asks at a time, and whether their profile is a draft. */
export async function countCalendars(
  tx: Queryable,
  instructor: string,
): Promise<{ count: number; isDraft: boolean } | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('outside calendars ' || $1::text))`, [instructor]);
  const [row] = await tx.query<{ count: number; isDraft: boolean }>(
    `select (select count(*) from outside_calendars c where c.instructor = i.id)::integer as count, i.status = 'draft' as "isDraft"
     from instructors i where i.id = $1`,
    [instructor],
  );
  return row;
}
