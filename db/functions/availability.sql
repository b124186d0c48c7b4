-- When an instructor can be booked, as src/rules/availability says it.

-- A wall time as an instant: one that does not exist moves forward, one that comes twice is the earlier.
create or replace function local_instant(zone text, day date, minute integer) returns timestamptz language plpgsql stable as $$
declare
  wall timestamp := day + make_interval(mins => minute);
  instant timestamptz := wall at time zone zone;
  shift integer;
begin
  -- No change of the clocks within the three hours before: the wall time comes once.
  if (instant - interval '3 hours') at time zone zone = wall - interval '3 hours' then
    return instant;
  end if;
  foreach shift in array array[120, 60, 30] loop
    if (instant - make_interval(mins => shift)) at time zone zone = wall then
      return instant - make_interval(mins => shift);
    end if;
  end loop;
  return instant;
end $$;

-- The merged windows of up to seven local days, each of which has a weekday of its own; null where there are none.
create or replace function windows_between(of_instructor text, zone text, first_day date, day_count integer) returns tstzmultirange language sql stable as $$
  select range_agg(tstzrange(w.s, w.e, '[)'))
  from (
    select local_instant(zone, v.day, v."startMinute") as s, local_instant(zone, v.day, v."endMinute") as e
    from (
      select d.day, r."startMinute", r."endMinute"
      from availability_rules r
        cross join lateral (select first_day + (r.weekday - extract(dow from first_day)::integer + 7) % 7 as day) d
      where r.instructor = of_instructor and d.day < first_day + day_count
        and not exists (select 1 from availability_overrides o where o.instructor = of_instructor and o.date = d.day::text)
      union all
      select o.date::date, (x ->> 'startMinute')::integer, (x ->> 'endMinute')::integer
      from availability_overrides o cross join jsonb_array_elements(o.windows) x
      where o.instructor = of_instructor and o.date between first_day::text and (first_day + day_count - 1)::text
    ) v
  ) w
  where w.s < w.e
$$;

-- The merged window that holds the whole span, or null. The days around the span show whether the window is longer than a day and, where
-- it is not, where it begins. A lesson is at most two days long, so every weekday comes once among those days.
create or replace function holding_window(of_instructor text, zone text, span tstzrange) returns tstzrange language plpgsql stable as $$
declare
  first_day date := (lower(span) at time zone zone)::date - 2;
  day_count integer := (upper(span) at time zone zone)::date + 2 - first_day;
  win tstzrange;
begin
  foreach win in array array(select unnest(windows_between(of_instructor, zone, first_day, day_count))) loop
    if win @> span then
      return win;
    end if;
  end loop;
  return null;
end $$;

-- Whether a span begins on the start grid of the window that holds it.
create or replace function is_on_grid(i instructors, span tstzrange, win tstzrange) returns boolean language plpgsql stable as $$
declare
  anchor timestamptz := lower(win);
  step bigint := i."slotStepMinutes" * 60;
begin
  if upper(win) - lower(win) > interval '24 hours' then
    anchor := greatest(anchor, local_instant(i.timezone, (lower(span) at time zone i.timezone)::date, 0));
  end if;
  if step = 0 then
    step := extract(epoch from upper(span) - lower(span));
  end if;
  return extract(epoch from lower(span) - anchor) % step = 0;
end $$;

-- Why the diary is not open for a span, or null: it is on the grid of a window, outside time off, times that calendars kept elsewhere say are busy, and
-- closed holidays. By hand (the instructor's own, or staff's) every start of five minutes does, and of an own learner also one outside the hours and
-- on a holiday. What is in the way stands behind the code, after a colon.
create or replace function availability_refusal(i instructors, span tstzrange, by_hand boolean, of_own boolean) returns text language plpgsql stable as $$
declare
  win tstzrange := holding_window(i.id, i.timezone, span);
begin
  if win is null and not of_own then
    return 'outside_availability:hours';
  end if;
  if not (by_hand and extract(epoch from lower(span)) % 300 = 0) and (win is null or not is_on_grid(i, span, win)) then
    return case when by_hand then 'uneven_start' else 'outside_availability:hours' end;
  end if;
  if exists (select 1 from time_off t where t.instructor = i.id and tstzrange(t.start, t."end", '[)') && span) then
    return 'outside_availability:blocked';
  end if;
  if exists (select 1 from busy_times t where t.instructor = i.id and t."end" > lower(span) and t.start < upper(span)) then
    return 'outside_availability:elsewhere';
  end if;
  if not of_own and not i."worksHolidays" and exists (
    select 1 from holidays h
    where h.closes and h.date between to_char((lower(span) at time zone i.timezone)::date, 'YYYY-MM-DD')
        and to_char((upper(span) at time zone i.timezone)::date, 'YYYY-MM-DD')
      and tstzrange(local_instant(i.timezone, h.date::date, 0), local_instant(i.timezone, h.date::date + 1, 0), '[)') && span) then
    return 'outside_availability:holiday';
  end if;
  return null;
end $$;

-- Notes that an account asks for a postal sector, which then counts until `kept`; false when it would be one more than `most` that count, and it is not
-- noted. An account's questions wait for each other: asked at once they count as one after the other. What is asked again within the hour writes nothing.
create or replace function note_asked_place(of_account text, of_sector text, most integer, at timestamptz, kept timestamptz) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('asked place ' || of_account, 0));
  if (select count(*) from _asked_places a where a.account = of_account and a.sector <> of_sector and a.until > at) >= most
    and not exists (select from _asked_places a where a.account = of_account and a.sector = of_sector and a.until > at) then
    return false;
  end if;
  insert into _asked_places as a (account, sector, until) values (of_account, of_sector, kept)
  on conflict (account, sector) do update set until = excluded.until where a.until < excluded.until - interval '1 hour';
  return true;
end $$;
