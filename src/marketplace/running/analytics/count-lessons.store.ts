import type { Queryable } from '#engine/database/database.ts';
import type { LessonState } from '#rules/lessons/lesson-states.ts';

type Asked = { status: LessonState | ''; fromMs: number | null; toMs: number | null; nowMs: number };

/** Lessons of days from the kept sums; held times, of which there are few and which end by the clock, as they are now. */
export async function countLessons(db: Queryable, { status, fromMs, toMs, nowMs }: Asked): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select (
       select coalesce(sum(s.lessons), 0) from day_sums s
       where s.day >= coalesce(singapore_day($2), '-infinity') and s.day < coalesce(singapore_day($3), 'infinity')
         and ($1 = '' or s.status = $1 or ($1 = 'completed' and s.status = 'closed')) and not ($1 = 'held' and s.status = 'held')
     )::integer + (
       select count(*) from lessons l where l.status = 'held' and ($1 = 'held' and l."holdExpiresAt" > $4 or $1 = 'expired' and l."holdExpiresAt" <= $4)
         and singapore_day(l.start) >= coalesce(singapore_day($2), '-infinity') and singapore_day(l.start) < coalesce(singapore_day($3), 'infinity')
     )::integer as count`,
    [status, instant(fromMs), instant(toMs), instant(nowMs)],
  );
  return row?.count ?? 0;
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
