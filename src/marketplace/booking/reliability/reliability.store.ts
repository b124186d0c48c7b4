import type { Queryable, Row } from '#engine/database/database.ts';
import type { InstructorLapse } from '#rules/reliability/instructor-standing.ts';

const at = (parameter: string) => `to_timestamp(${parameter}::double precision / 1000)`;
const msOf = (column: string) => `(extract(epoch from ${column}) * 1000)::double precision`;

/**
 * Lessons that an instructor called off or missed since an instant; those of own learners without an account are between the two of them. Excused: for a reason that is nobody's fault, or before staff last pardoned
 * them. What is contested doesn't count until it is decided.
 */
export function findLapses(db: Queryable, instructor: string, sinceMs: number): Promise<InstructorLapse[]> {
  return db.query<InstructorLapse>(
    `with pardon as (select max(created) as until from reliability_pardons where instructor = $1)
     select ${msOf('c.created')} as "atMs", case when c."isLate" then 'late_cancel' else 'early_cancel' end as kind, l.learner,
       (c.excuse <> '' or coalesce(c.created <= pardon.until, false)) as "isExcused"
     from cancellations c join lessons l on l.id = c.lesson cross join pardon
     where l.instructor = $1 and c."cancelledBy" = 'instructor' and l.status = 'cancelled_by_instructor' and l.learner <> ''
       and c.created > ${at('$2')}
     union all
     select ${msOf('n.created')}, 'no_show', l.learner, coalesce(n.created <= pardon.until, false)
     from no_shows n join lessons l on l.id = n.lesson cross join pardon
     where l.instructor = $1 and l.status = 'no_show_instructor' and n.created > ${at('$2')}`,
    [instructor, sinceMs],
  );
}

/** When the first lesson was called off or missed that a pardon would excuse: since the one before it. */
export async function findFirstLapse(db: Queryable, instructor: string, pardon: string): Promise<Date | undefined> {
  const [row] = await db.query<{ first: Date | null }>(
    `with before as (select max(created) as until from reliability_pardons where instructor = $1 and id <> $2)
     select min(at) as first from (
       select c.created as at from cancellations c join lessons l on l.id = c.lesson
       where l.instructor = $1 and c."cancelledBy" = 'instructor' and c.excuse = '' and l.status = 'cancelled_by_instructor'
       union all
       select n.created from no_shows n join lessons l on l.id = n.lesson where l.instructor = $1 and l.status = 'no_show_instructor'
     ) lapses, before where at > coalesce(before.until, '-infinity')`,
    [instructor, pardon],
  );
  return row?.first ?? undefined;
}

/** When a learner missed lessons, since an instant. */
export async function findMissed(db: Queryable, learner: string, sinceMs: number): Promise<number[]> {
  const rows = await db.query<{ atMs: number }>(
    `select ${msOf('n.created')} as "atMs" from no_shows n join lessons l on l.id = n.lesson
     where l.learner = $1 and l.status = 'no_show_learner' and n.created > ${at('$2')} order by n.created`,
    [learner, sinceMs],
  );
  return rows.map(({ atMs }) => atMs);
}

export type JudgedInstructor = { id: string; user: string; name: string; warnedMs: number; hiddenMs: number };

/** An instructor under the calendar's lock, with what was decided of them last. */
export async function lockInstructor(tx: Queryable, id: string): Promise<JudgedInstructor | undefined> {
  await tx.query('select 1 from instructor_calendars where instructor = $1 for no key update', [id]);
  const [row] = await tx.query<JudgedInstructor>(
    `select id, "user", name, coalesce(${msOf('"warnedUntil"')}, 0) as "warnedMs", coalesce(${msOf('"hiddenUntil"')}, 0) as "hiddenMs"
     from instructors where id = $1`,
    [id],
  );
  return row;
}

/** Writes down until when an instructor is warned and hidden; undefined where that is so already. */
export async function writeStanding(
  tx: Queryable,
  id: string,
  { warnedMs, hiddenMs, nowMs }: { warnedMs: number | null; hiddenMs: number | null; nowMs: number },
): Promise<Row | undefined> {
  const [row] = await tx.query(
    `update instructors set "warnedUntil" = ${at('$2')}, "hiddenUntil" = ${at('$3')}, updated = ${at('$4')}
     where id = $1 and ("warnedUntil", "hiddenUntil") is distinct from (${at('$2')}, ${at('$3')}) returning *`,
    [id, warnedMs, hiddenMs, nowMs],
  );
  return row;
}

/** The learner and the instructor of a lesson. */
export async function findParties(
  db: Queryable,
  lesson: string,
): Promise<{ learner: string; instructor: string } | undefined> {
  const [row] = await db.query<{ learner: string; instructor: string }>(
    'select learner, instructor from lessons where id = $1',
    [lesson],
  );
  return row;
}

/** The offer of an account, and the staff who look at what stands out. */
export async function findInstructorOf(db: Queryable, user: string): Promise<string | undefined> {
  return (await db.query<{ id: string }>('select id from instructors where "user" = $1', [user]))[0]?.id;
}

export async function findName(db: Queryable, user: string): Promise<string> {
  return (
    (await db.query<{ name: string }>('select shown_name(u) as name from users u where u.id = $1', [user]))[0]?.name ??
    ''
  );
}
