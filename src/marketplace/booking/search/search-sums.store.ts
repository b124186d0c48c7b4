import type { Queryable } from '#engine/database/database.ts';

/** Searches of one day of Singapore for a place and hours; `empty` of them found nobody. */
export type SearchSum = {
  day: string;
  area: string;
  fromHour: number;
  toHour: number;
  searches: number;
  empty: number;
};

/** Adds to what was counted before. */
export async function addSearchSums(db: Queryable, sums: readonly SearchSum[]): Promise<void> {
  await db.query(
    `insert into search_sums (day, area, "fromHour", "toHour", searches, empty)
     select s.day, s.area, s."fromHour", s."toHour", s.searches, s.empty
     from jsonb_to_recordset($1::jsonb)
       as s(day date, area text, "fromHour" smallint, "toHour" smallint, searches integer, empty integer)
     order by s.day, s.area, s."fromHour", s."toHour"
     on conflict (day, area, "fromHour", "toHour")
       do update set searches = search_sums.searches + excluded.searches, empty = search_sums.empty + excluded.empty`,
    [JSON.stringify(sums)],
  );
}

/** Forgets what was counted before an instant. */
export async function dropSearchSums(db: Queryable, beforeMs: number): Promise<void> {
  await db.query(
    `delete from search_sums where day < (to_timestamp($1::double precision / 1000) at time zone 'Asia/Singapore')::date`,
    [beforeMs],
  );
}
