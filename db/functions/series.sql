-- The same time once a week, held together and paid at once. Each of the lessons then lives by itself, with a payment of its own.

-- When the lesson of a week begins: at the same local time as the first, whatever the clocks do in between.
create or replace function weekly_start(zone text, first timestamptz, week integer) returns timestamptz language sql stable as $$
  select case when week = 0 then first else
    local_instant(zone, (first at time zone zone)::date + 7 * week, (extract(epoch from (first at time zone zone)::time) / 60)::integer) end
$$;

-- What each week of a series would cost and why it can't be had, by the rules of a booking; of several the first in their order. A hold that ran out
-- counts until it is swept up, some seconds later. `leave` is a time that its learner holds and would give up.
create or replace function weekly_times(of_instructor text, of_learner text, first timestamptz, minutes integer, at_most integer, leave text, at timestamptz)
returns table (week integer, start timestamptz, "end" timestamptz, "priceCents" integer, refusal text) language plpgsql stable as $$
declare
  i instructors;
  b booking;
begin
  select * into i from instructors x where x.id = of_instructor;
  for number in 0 .. at_most - 1 loop
    week := number;
    start := weekly_start(i.timezone, first, week);
    "end" := start + make_interval(mins => minutes);
    "priceCents" := lines_total(lesson_lines(i, start, minutes));
    b := row(coalesce((select l.id from lessons l where l.id = leave and l.learner = of_learner and l.status = 'held'), ''), of_learner, '', of_learner,
      of_instructor, start, minutes, '', '', '', '', null, '', '')::booking;
    refusal := coalesce(offer_refusal(i, b, at, false), diary_refusal(i, b, tstzrange(start, "end", '[)'), false, false), '');
    return next;
  end loop;
end $$;

-- Holds a time and the same of later weeks, all of them or none: a refusal says of which start it is. Each counts as a hold, as many as it takes away
-- from others; all end at once. The first may stand for a time that its learner holds. A repeat answers the same lessons.
create or replace function hold_series(first booking, weeks integer[], replaces text, at timestamptz)
returns table (refusal text, refused_start timestamptz, lesson lessons) language plpgsql as $$
declare
  zone text := (select i.timezone from instructors i where i.id = first.instructor);
  b booking;
  week integer;
  ids text[] := '{}';
  why text;
  failed timestamptz;
begin
  -- All calendars that any of the bookings takes, in the order of their ids.
  perform 1 from instructor_calendars c
  where c.instructor = first.instructor or c.instructor in (
    select l.instructor from lessons l where l.learner = first.learner and l.status = 'held' and (l.id = replaces or l."holdExpiresAt" <= at))
  order by c.instructor for no key update;
  begin
    foreach week in array weeks loop
      b := first;
      if week > 0 then
        b.id := substr(md5('series:' || first.id || ':' || week), 1, 15);
        b.start := weekly_start(zone, first.start, week);
      end if;
      select booked.refusal into why from book_lesson_instead(case when week = 0 then replaces else '' end, b, at, false) booked;
      if why is not null then
        failed := b.start;
        raise exception 'All of them or none.' using errcode = 'KB001';
      end if;
      ids := ids || b.id;
    end loop;
  exception when sqlstate 'KB001' then
    return query select why, failed, null::lessons;
    return;
  end;
  update lessons x set series = first.id,
    "holdExpiresAt" = (select min(l."holdExpiresAt") from lessons l where l.id = any (ids) and l.status = 'held')
  where x.id = any (ids) and x.series = '' and x.status = 'held';
  return query select null::text, null::timestamptz, x from lessons x where x.id = any (ids) order by x.start;
end $$;

-- What is still to be paid of each lesson of a series that its learner holds.
create or replace function series_parts(of_series text, at timestamptz)
returns table (lesson text, learner text, "dueCents" integer, "untilMs" double precision) language sql stable as $$
  select l.id, l.learner, greatest(l."priceCents" - paid_cents(l.id), 0), extract(epoch from l."holdExpiresAt") * 1000
  from lessons l where l.series = of_series and of_series <> '' and l.status = 'held' and l."holdExpiresAt" > at order by l.start, l.id
$$;

-- Whatever becomes of a charge before its money comes, its parts go along with it; the money itself settles each by itself.
create or replace function follow_charge() returns trigger language plpgsql as $$
begin
  update payments x set status = new.status, "providerReference" = new."providerReference", "failureCode" = new."failureCode",
    "expiresAt" = new."expiresAt", updated = new.updated
  where x."chargedWith" = new.id and x.status in ('processing', 'requires_action');
  return null;
end $$;
create or replace trigger follow_charge after update on payments for each row
  when (new."lessonSeries" <> '' and new."chargedWith" = '' and new.status in ('processing', 'requires_action', 'failed', 'expired'))
  execute function follow_charge();
