import type { Queryable } from '#engine/database/database.ts';

/** Who takes part in a history: three learners, three instructors by their accounts and their records, and one of the staff. */
export type People = { learners: string[]; owners: string[]; teachers: string[]; admin: string };

const named = (name: string, history: number) => `${name}h${history}`.padEnd(15, 'x');
const three = (name: string, history: number) => [0, 1, 2].map((place) => named(`${name}${place}`, history));

/**
 * Adds the people of a history, who work around the clock, without notice, gap or caps. The last instructor confirms by hand; another one's free
 * cancellation ends two days ahead.
 */
export async function addPeople(db: Queryable, history: number, passwordHash: string): Promise<People> {
  const [learners, owners, teachers] = [three('learner', history), three('owner', history), three('teacher', history)];
  const admin = named('admin', history);
  await db.query(
    `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
     select id, $2, id || '-token-key-of-thirty-characters', id || '@kerbside.example', true, id,
       case when id = $3 then 'admin' else 'user' end, now(), now() from unnest($1::text[]) id`,
    [[...learners, ...owners, admin], passwordHash, admin],
  );
  await db.query(
    `insert into instructors (id, "user", name, status, "licenceClasses", "hourlyCents", timezone, "lessonMinutes", "slotStepMinutes", "minNoticeMinutes",
       "horizonDays", "gapMinutes", "maxPerLearnerPerWeek", "cancellationHours", "instantBooking", "worksHolidays", created, updated)
     select id, u, id, 'listed', '["3A"]', 6600, 'Asia/Singapore', '[60]', 30, 0, 56, 0, 0, case when n = 2 then 48 else 24 end, n < 3, true, now(), now()
     from unnest($1::text[], $2::text[]) with ordinality as t (id, u, n)`,
    [teachers, owners],
  );
  await db.query(
    `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute", created, updated)
     select substr(md5(id || w), 1, 15), id, w, 0, 1440, now(), now() from unnest($1::text[]) id, generate_series(0, 6) w`,
    [teachers],
  );
  await db.query(
    `insert into package_offers (id, instructor, minutes, "discountPercent", active, created, updated)
     select substr(md5(id || m), 1, 15), id, m, 3, true, now(), now() from unnest($1::text[]) id, unnest(array[300, 600]) m`,
    [teachers],
  );
  return { learners, owners, teachers, admin };
}
