import type { Queryable } from '#engine/database/database.ts';

/**
 * Writes down what each listed instructor has open on a date: the date's own windows, else the weekly ones, less time away; nothing on a holiday
 * that closes calendars. A day that is written down stays as it is.
 */
export async function writeOfferedDay(db: Queryable, { date, weekday }: { date: string; weekday: number }) {
  await db.query(
    `insert into offered_days (instructor, day, minutes)
     select i.id, $1::date, (
       select coalesce(sum(extract(epoch from upper(span) - lower(span)) / 60), 0)::integer
       from unnest(coalesce(work.spans, '{}') - coalesce(away.spans, '{}')) span
     )
     from instructors i
     left join holidays h on h.date = $1 and h.closes and not i."worksHolidays"
     left join availability_overrides o on o.instructor = i.id and o.date = $1
     left join lateral (
       select range_agg(tsrange($1::date + make_interval(mins => w.start), $1::date + make_interval(mins => w."end"))) as spans
       from (
         select (own ->> 'startMinute')::integer as start, (own ->> 'endMinute')::integer as "end"
         from jsonb_array_elements(o.windows) own
         union all
         select r."startMinute", r."endMinute" from availability_rules r
         where o.id is null and r.instructor = i.id and r.weekday = $2
       ) w
       where h.id is null and w.start < w."end"
     ) work on true
     left join lateral (
       select range_agg(tsrange(t.start at time zone i.timezone, t."end" at time zone i.timezone)) as spans
       from (select o.instructor, o.start, o."end" from time_off o union all select b.instructor, b.start, b."end" from busy_times b) t
      where t.instructor = i.id and t."end" > $1::date - 1 and t.start < $1::date + 2
     ) away on true
     where i.status = 'listed' and not exists (select from offered_days d where d.day = $1::date)
     on conflict do nothing`,
    [date, weekday],
  );
}
