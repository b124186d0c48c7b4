import type { Database } from '#engine/database/database.ts';
import { hashPassword } from '#engine/passwords/password-hash.ts';

/** Of everybody who signs in here. */
export const password = 'bench-password';

/** Ids of what a benchmark makes, counted from 0. */
export const idOf = {
  learner: (index: number) => `benchlearn${String(index).padStart(5, '0')}`,
  teacher: (index: number) => `benchteach${String(index).padStart(5, '0')}`,
  /** The account of an instructor. */
  owner: (index: number) => `benchowner${String(index).padStart(5, '0')}`,
};

/** Learners, and listed instructors who work day and night and on holidays, an hour a lesson, without notice, gap or caps. */
export async function makePeople(db: Database, { learners, instructors }: { learners: number; instructors: number }) {
  const account = `insert into users (id, password, "tokenKey", email, verified, name, role, created, updated)
    select $1 || to_char(n, 'FM00000'), $2, md5(n::text || $1) || md5('x' || n || $1), $1 || n || '@kerbside.example', true, 'Bench ' || n, 'user',
      now(), now() from generate_series(0, $3::int - 1) n`;
  const hash = await hashPassword(password);
  await db.query(account, ['benchlearn', hash, learners]);
  await db.query(account, ['benchowner', hash, instructors]);
  await db.query(
    `insert into instructors (id, "user", name, status, "licenceClasses", "hourlyCents", timezone, "lessonMinutes", "slotStepMinutes",
       "minNoticeMinutes", "horizonDays", "gapMinutes", "maxPerLearnerPerWeek", "instantBooking", "worksHolidays", created, updated)
     select 'benchteach' || to_char(n, 'FM00000'), 'benchowner' || to_char(n, 'FM00000'), 'Teacher ' || n, 'listed', '["3A"]', 6600,
       'Asia/Singapore', '[60]', 60, 0, 100, 0, 0, true, true, now(), now() from generate_series(0, $1::int - 1) n`,
    [instructors],
  );
  await db.query(
    `insert into availability_rules (id, instructor, weekday, "startMinute", "endMinute", created, updated)
     select 'r' || to_char(n, 'FM00000') || 'w' || w || 'zzzzzzz', 'benchteach' || to_char(n, 'FM00000'), w, 0, 1440, now(), now()
     from generate_series(0, $1::int - 1) n, generate_series(0, 6) w`,
    [instructors],
  );
}

/** Tokens of the accounts whose addresses begin with `prefix` and a number from 0 to `count` - 1. */
export function signIn(url: string, prefix: string, count: number): Promise<string[]> {
  return inParallel(count, 4, async (index) => {
    const identity = `${prefix}${index}@kerbside.example`;
    const answer = await fetch(`${url}/api/collections/users/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity, password }),
    });
    if (!answer.ok) throw new Error(`${identity}: ${answer.status} ${await answer.text()}`);
    return String((await answer.json()).token);
  });
}

/** Does 0 to `count` - 1, so many at a time, and answers the results in their order. */
export async function inParallel<T>(
  count: number,
  clients: number,
  run: (index: number, client: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  const work = async (_: unknown, client: number) => {
    for (let index = next++; index < count; index = next++) results[index] = await run(index, client);
  };
  await Promise.all(Array.from({ length: clients }, work));
  return results;
}

/** A call that has to be answered with success, and what it was answered. */
export async function call<T>(url: string, token: string, body?: unknown): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
