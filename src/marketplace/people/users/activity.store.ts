import type { Queryable } from '#engine/database/database.ts';
import type { ActivityAnswer } from '#wire/account.ts';
import { wasTaught } from '../../platform/reads/states-in.ts';

/** Notes a local day (`YYYY-MM-DD`) on which an account was used, with as many sign-ins. */
export async function noteActivity(
  db: Queryable,
  { user, day, logins }: { user: string; day: string; logins: 0 | 1 },
): Promise<void> {
  // An account that is gone meanwhile needs no note.
  await db.query(
    `insert into account_activity ("user", day, logins) select id, $2, $3 from users where id = $1 for key share
     on conflict ("user", day) do update set logins = account_activity.logins + excluded.logins`,
    [user, day, logins],
  );
}

/** How often an account was signed in to, on how many days it was used, and how many lessons took place, taken and given together. */
export async function findActivity(db: Queryable, user: string): Promise<ActivityAnswer> {
  const [row] = await db.query<ActivityAnswer>(
    `select coalesce(sum(a.logins), 0)::integer as logins, count(*)::integer as "daysActive",
       (select count(*) from lessons l join instructors i on i.id = l.instructor
         where (l.learner = $1 or i."user" = $1) and ${wasTaught('l')})::integer as lessons
     from account_activity a where a."user" = $1`,
    [user],
  );
  return row ?? { logins: 0, daysActive: 0, lessons: 0 };
}

/** The local days on which an account was used, and how often it was signed in to on each. */
export async function findActivityDays(db: Queryable, user: string): Promise<Array<{ day: string; logins: number }>> {
  return db.query(`select day::text, logins from account_activity where "user" = $1 order by day`, [user]);
}
