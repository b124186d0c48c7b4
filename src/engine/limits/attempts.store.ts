import type { Queryable } from '../database/database.ts';

/** What was counted in a window, and when the window ends, in epoch milliseconds. */
export type Tries = { count: number; untilMs: number };

/** Counts a try of `key`, or several (`by`, whole and above 0), in the window that runs or begins now, and answers how many there were with it. */
export async function countTry(
  db: Queryable,
  { key, nowMs, seconds, by = 1 }: { key: string; nowMs: number; seconds: number; by?: number },
): Promise<Tries> {
  // What is taken back must not begin a window, nor leave less than nothing in one: that is `uncountTry`.
  if (by < 1) throw new Error(`A count goes up, and not by ${by}.`);
  const rows = await db.query<{ count: number; until: Date }>(
    `insert into _attempts as known (key, count, until) values ($1, $4::integer, to_timestamp($3::double precision / 1000))
     on conflict (key) do update set
       count = case when known.until > to_timestamp($2::double precision / 1000) then known.count + excluded.count else excluded.count end,
       until = case when known.until > to_timestamp($2::double precision / 1000) then known.until else excluded.until end
     returning count, until`,
    [key, nowMs, nowMs + seconds * 1000, by],
  );
  const [row] = rows;
  if (!row) throw new Error('A count answered no row.');
  return { count: row.count, untilMs: row.until.getTime() };
}

/** How often a key is counted, and how long the window is that may begin with it. */
export type Counting = { key: string; seconds: number; by: number };

/** Counts several keys, each once in the list, by one statement; answers how often each was counted in its window, and when that ends. */
export async function countTries(db: Queryable, all: readonly Counting[], nowMs: number): Promise<Map<string, Tries>> {
  if (all.length === 0) return new Map();
  // In the order of the keys: two who count the same ones never wait for each other.
  const rows = await db.query<{ key: string; count: number; until: Date }>(
    `insert into _attempts as known (key, count, until)
     select c.key, c.by, to_timestamp(($2::double precision + c.seconds * 1000) / 1000)
       from jsonb_to_recordset($1::jsonb) as c(key text, seconds double precision, by integer) order by c.key
     on conflict (key) do update set
       count = case when known.until > to_timestamp($2::double precision / 1000) then known.count + excluded.count else excluded.count end,
       until = case when known.until > to_timestamp($2::double precision / 1000) then known.until else excluded.until end
     returning key, count, until`,
    [JSON.stringify(all), nowMs],
  );
  return new Map(rows.map(({ key, count, until }) => [key, { count, untilMs: until.getTime() }]));
}

/** Takes one try of each of these keys back, where its window runs still. */
export async function uncountTries(db: Queryable, keys: readonly string[], nowMs: number): Promise<void> {
  await db.query(
    `update _attempts set count = greatest(count - 1, 0) where key = any ($1) and until > to_timestamp($2::double precision / 1000)`,
    [keys, nowMs],
  );
}

/** Takes a try of a key back, or several (`by`), where its window runs still: one that is over must not begin the next with less than nothing. */
export async function uncountTry(
  db: Queryable,
  { key, nowMs, by = 1 }: { key: string; nowMs: number; by?: number },
): Promise<void> {
  await db.query(
    `update _attempts set count = greatest(count - $3::integer, 0) where key = $1 and until > to_timestamp($2::double precision / 1000)`,
    [key, nowMs, by],
  );
}

/** Forgets the tries of a key. */
export async function deleteTries(db: Queryable, key: string): Promise<void> {
  await db.query('delete from _attempts where key = $1', [key]);
}

/** Removes windows that are over. */
export async function deleteEndedTries(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from _attempts where until <= to_timestamp($1::double precision / 1000)', [nowMs]);
}
