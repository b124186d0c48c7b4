-- Booking a lesson: one function, one round trip (booking-model.md, section 9). The rules of availability are those of
-- src/rules/availability; a property test holds the two together. The product's time is an argument everywhere.

-- The states in which a lesson takes its time.
create function is_occupying(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')
$$;

-- A wall time as an instant: one that does not exist moves forward, one that comes twice is the earlier.
create function local_instant(zone text, day date, minute integer) returns timestamptz language plpgsql stable as $$
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

-- The merged window that holds the whole span, or null. The days around the span show whether the window is longer than a day and, where
-- it is not, where it begins. A lesson is at most two days long, so every weekday comes once among those days.
create function holding_window(of_instructor text, zone text, span tstzrange) returns tstzrange language plpgsql stable as $$
declare
  first_day date := (lower(span) at time zone zone)::date - 2;
  day_count integer := (upper(span) at time zone zone)::date + 2 - first_day;
  first_weekday integer := extract(dow from first_day);
  windows tstzmultirange;
  win tstzrange;
begin
  select range_agg(tstzrange(w.s, w.e, '[)')) into windows
  from (
    select local_instant(zone, v.day, v."startMinute") as s, local_instant(zone, v.day, v."endMinute") as e
    from (
      select first_day + (r.weekday - first_weekday + 7) % 7 as day, r."startMinute", r."endMinute"
      from availability_rules r
      where r.instructor = of_instructor and (r.weekday - first_weekday + 7) % 7 < day_count
        and not exists (select 1 from availability_overrides o where o.instructor = of_instructor
          and o.date = (first_day + (r.weekday - first_weekday + 7) % 7)::text)
      union all
      select o.date::date, (x ->> 'startMinute')::integer, (x ->> 'endMinute')::integer
      from availability_overrides o cross join jsonb_array_elements(o.windows) x
      where o.instructor = of_instructor and o.date between first_day::text and (first_day + day_count - 1)::text
    ) v
  ) w
  where w.s < w.e;
  foreach win in array array(select unnest(windows)) loop
    if win @> span then
      return win;
    end if;
  end loop;
  return null;
end $$;

-- True when the span is on the grid of a window, outside time off and closed holidays.
create function is_available(i instructors, span tstzrange) returns boolean language plpgsql stable as $$
declare
  win tstzrange := holding_window(i.id, i.timezone, span);
  anchor timestamptz;
  step bigint := i."slotStepMinutes" * 60;
begin
  if win is null then
    return false;
  end if;
  anchor := lower(win);
  if upper(win) - lower(win) > interval '24 hours' then
    anchor := greatest(anchor, local_instant(i.timezone, (lower(span) at time zone i.timezone)::date, 0));
  end if;
  if step = 0 then
    step := extract(epoch from upper(span) - lower(span));
  end if;
  if extract(epoch from lower(span) - anchor) % step <> 0 then
    return false;
  end if;
  if exists (select 1 from time_off t where t.instructor = i.id and tstzrange(t.start, t."end", '[)') && span) then
    return false;
  end if;
  return i."worksHolidays" or not exists (
    select 1 from holidays h
    where h.closes and h.date between to_char((lower(span) at time zone i.timezone)::date, 'YYYY-MM-DD')
        and to_char((upper(span) at time zone i.timezone)::date, 'YYYY-MM-DD')
      and tstzrange(local_instant(i.timezone, h.date::date, 0), local_instant(i.timezone, h.date::date + 1, 0), '[)') && span);
end $$;

-- numerator / denominator of cents, to the nearest; half a cent is dropped.
create function portion_of(cents bigint, numerator bigint, denominator bigint) returns bigint language sql immutable parallel safe as $$
  select (2 * cents * numerator + denominator - 1) / (2 * denominator)
$$;

create function format_cents(cents bigint) returns text language sql immutable parallel safe as $$
  select 'S$' || to_char(cents / 100.0, 'FM999,999,999,990.00')
$$;

-- The price lines of a lesson, the same as quoteLesson in src/rules/lessons.
create function lesson_lines(i instructors, start timestamptz, minutes integer) returns jsonb language plpgsql stable as $$
declare
  base bigint := portion_of(i."hourlyCents", minutes, 60);
  wall timestamp := start at time zone i.timezone;
  is_weekend boolean := extract(dow from wall) in (0, 6);
  lines jsonb := jsonb_build_array(jsonb_build_object(
    'kind', 'lesson', 'text', minutes || ' minutes at ' || format_cents(i."hourlyCents"), 'cents', base));
begin
  if is_weekend and i."weekendSurchargePercent" > 0 then
    lines := lines || jsonb_build_object('kind', 'weekend', 'text', 'Weekend, ' || i."weekendSurchargePercent" || ' %',
      'cents', portion_of(base, i."weekendSurchargePercent", 100));
  end if;
  if not is_weekend and extract(hour from wall) >= 18 and i."eveningSurchargePercent" > 0 then
    lines := lines || jsonb_build_object('kind', 'evening', 'text', 'Weekday evening, ' || i."eveningSurchargePercent" || ' %',
      'cents', portion_of(base, i."eveningSurchargePercent", 100));
  end if;
  return lines || jsonb_build_object('kind', 'platform_fee', 'text', 'Platform fee', 'cents', 0);
end $$;

create function lines_total(lines jsonb) returns integer language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'cents')::integer), 0)::integer from jsonb_array_elements(lines) line
$$;

-- Takes the locks of a booking: the instructor's calendar and those of other instructors at whom the learner has a hold in the way that
-- ran out, in the order of their ids, so that two bookings never wait for each other in a circle.
create function lock_calendars(of_instructor text, of_learner text, span tstzrange, at timestamptz) returns void language plpgsql as $$
begin
  perform 1 from instructor_calendars c
  where c.instructor = of_instructor or c.instructor in (
    select l.instructor from lessons l
    where l.learner = of_learner and l.status = 'held' and l."holdExpiresAt" <= at and l.occupied && span)
  order by c.instructor for no key update;
end $$;

-- Frees the time of holds that ran out: the instructor's in the weeks that caps count, the learner's where they are in the way. Rows that
-- another transaction holds are left to it. Answers whether it freed any.
create function expire_holds(of_instructor text, of_learner text, span tstzrange, at timestamptz) returns boolean language plpgsql as $$
declare
  weeks tstzrange := tstzrange(lower(span) - interval '8 days', upper(span) + interval '8 days', '[)');
begin
  if not exists (
      select 1 from lessons where instructor = of_instructor and status = 'held' and "holdExpiresAt" <= at and occupied && weeks)
    and not exists (
      select 1 from lessons where learner = of_learner and status = 'held' and "holdExpiresAt" <= at and occupied && span) then
    return false;
  end if;
  update lessons set status = 'expired', updated = at
  where id in (
    select id from lessons
    where status = 'held' and "holdExpiresAt" <= at
      and (instructor = of_instructor and occupied && weeks or learner = of_learner and occupied && span)
    order by id for update skip locked);
  return found;
end $$;

-- The same for up to `at_most` holds that ran out anywhere, oldest first; answers their lessons.
create function expire_due_holds(at timestamptz, at_most integer) returns setof lessons language plpgsql as $$
declare
  due text[] := array(
    select id from lessons where status = 'held' and "holdExpiresAt" <= at order by "holdExpiresAt", id limit at_most);
begin
  perform 1 from instructor_calendars c
  where c.instructor in (select l.instructor from lessons l where l.id = any (due))
  order by c.instructor for no key update;
  return query
    update lessons set status = 'expired', updated = at
    where id in (select l.id from lessons l where l.id = any (due) and l.status = 'held' and l."holdExpiresAt" <= at
      order by l.id for update skip locked)
    returning *;
end $$;

-- The version of the policies that a lesson is booked under.
create function policy_version(at timestamptz) returns integer language sql stable as $$
  select coalesce((select max(version) from policies p where p."effectiveFrom" <= at), 1)
$$;

create type booking as (
  id text, author text, request_hash text, learner text, instructor text, start timestamptz, minutes integer,
  pickup text, postal_code text, note text);

-- Why a booking is refused, by the rules that do not need the diary. Instructors and admins override notice.
create function offer_refusal(i instructors, b booking, at timestamptz, overrides boolean) returns text language plpgsql stable as $$
declare
  day text := to_char((b.start at time zone i.timezone)::date, 'YYYY-MM-DD');
  horizon integer := case when i."horizonDays" > 0 then i."horizonDays" else 56 end;
begin
  if i.status <> 'listed' or (i."licenceExpiresOn" <> '' and day > i."licenceExpiresOn")
      or (i."retiresOn" <> '' and day > i."retiresOn") then
    return 'not_bookable';
  end if;
  if b.learner = i."user" then
    return 'own_lesson';
  end if;
  if not i."lessonMinutes" @> to_jsonb(b.minutes) then
    return 'length_not_offered';
  end if;
  if b.start < at or (not overrides and b.start < at + make_interval(mins => i."minNoticeMinutes")) then
    return 'too_soon';
  end if;
  if (b.start at time zone i.timezone)::date > (at at time zone i.timezone)::date + horizon then
    return 'too_far';
  end if;
  return null;
end $$;

-- Why a booking is refused, by the instructor's caps. Days and weeks (from Monday) are local.
create function cap_refusal(i instructors, b booking) returns text language plpgsql stable as $$
declare
  day date := (b.start at time zone i.timezone)::date;
  monday date := day - ((extract(isodow from day)::integer) - 1);
  counts record;
begin
  if i."maxLessonsPerDay" = 0 and i."maxLessonsPerWeek" = 0 and i."maxPerLearnerPerWeek" = 0 then
    return null;
  end if;
  select
    count(*) filter (where l.start >= local_instant(i.timezone, day, 0) and l.start < local_instant(i.timezone, day + 1, 0)) as of_day,
    count(*) as of_week,
    count(*) filter (where l.learner = b.learner) as of_learner
  into counts
  from lessons l
  where l.instructor = i.id and is_occupying(l.status)
    and l.start >= local_instant(i.timezone, monday, 0) and l.start < local_instant(i.timezone, monday + 7, 0);
  if i."maxLessonsPerDay" > 0 and counts.of_day >= i."maxLessonsPerDay" then
    return 'daily_cap';
  end if;
  if i."maxLessonsPerWeek" > 0 and counts.of_week >= i."maxLessonsPerWeek" then
    return 'weekly_cap';
  end if;
  if i."maxPerLearnerPerWeek" > 0 and counts.of_learner >= i."maxPerLearnerPerWeek" then
    return 'learner_week_cap';
  end if;
  return null;
end $$;

-- Why a booking is refused, by what is in the diary; the order is that of the API document.
create function diary_refusal(i instructors, b booking, span tstzrange, overrides boolean) returns text language plpgsql stable as $$
declare
  gap interval := make_interval(mins => i."gapMinutes");
begin
  if not is_available(i, span) then
    return 'outside_availability';
  end if;
  if exists (select 1 from lessons l where is_occupying(l.status) and l.instructor = i.id and l.occupied && span)
      or exists (select 1 from lessons l where is_occupying(l.status) and l.learner = b.learner and l.occupied && span) then
    return 'slot_taken';
  end if;
  if overrides then
    return null;
  end if;
  if i."gapMinutes" > 0 and exists (
      select 1 from lessons l where is_occupying(l.status) and l.instructor = i.id
        and l.occupied && tstzrange(lower(span) - gap, upper(span) + gap, '()')) then
    return 'gap_too_short';
  end if;
  return cap_refusal(i, b);
end $$;

-- Books: repeats answer the first lesson; a refusal answers its code; else the time is held for 15 minutes (domain rule 1).
create function book_lesson(b booking, at timestamptz, overrides boolean)
returns table (refusal text, lesson lessons) language plpgsql as $$
declare
  i instructors;
  l lessons;
  span tstzrange := tstzrange(b.start, b.start + make_interval(mins => greatest(b.minutes, 0)), '[)');
  is_changed boolean := false;
  why text;
  lines jsonb;
begin
  perform lock_calendars(b.instructor, b.learner, span, at);
  select * into l from lessons x where x.id = b.id;
  if found then
    return query select case when l._author = b.author and l._request_hash = b.request_hash then null else 'id_reused' end, l;
    return;
  end if;
  select * into i from instructors x where x.id = b.instructor;
  if not found then
    return query select 'no_instructor', null::lessons;
    return;
  end if;
  why := offer_refusal(i, b, at, overrides);
  if why is null then
    is_changed := expire_holds(b.instructor, b.learner, span, at);
    why := diary_refusal(i, b, span, overrides);
  end if;
  if why is not null then
    -- Nothing was written, so those who wait for the calendar need not wait for the disk.
    if not is_changed then
      perform set_config('synchronous_commit', 'off', true);
    end if;
    return query select why, null::lessons;
    return;
  end if;
  lines := lesson_lines(i, b.start, b.minutes);
  insert into lessons as x (id, instructor, learner, start, "end", "durationMinutes", pickup, "postalCode", note, status,
      "priceCents", lines, "holdExpiresAt", "policyVersion", "cancellationHours", created, updated, _author, _request_hash)
  values (b.id, b.instructor, b.learner, lower(span), upper(span), b.minutes, b.pickup, b.postal_code, b.note, 'held',
      lines_total(lines), lines, at + interval '15 minutes',
      policy_version(at), i."cancellationHours", at, at,
      b.author, b.request_hash)
  on conflict do nothing
  returning x.* into l;
  if not found then
    why := case when exists (select 1 from lessons x where x.id = b.id) then 'id_reused' else 'slot_taken' end;
    return query select why, null::lessons;
    return;
  end if;
  return query select null::text, l;
end $$;

-- Whoever changes what can be booked takes the same lock and leaves a new version of the calendar, whatever code writes.
create function touch_calendar() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update instructor_calendars set version = version + 1 where instructor = old.instructor;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.instructor <> old.instructor) then
    update instructor_calendars set version = version + 1 where instructor = new.instructor;
  end if;
  return null;
end $$;
create trigger touch_calendar after insert or update or delete on availability_rules for each row execute function touch_calendar();
create trigger touch_calendar after insert or update or delete on availability_overrides for each row execute function touch_calendar();
create trigger touch_calendar after insert or update or delete on time_off for each row execute function touch_calendar();
create trigger touch_calendar after insert or delete or update of instructor, status, start, "end", "holdExpiresAt" on lessons
  for each row execute function touch_calendar();

create function touch_own_calendar() returns trigger language plpgsql as $$
begin
  update instructor_calendars set version = version + 1 where instructor = new.id;
  return null;
end $$;
create trigger touch_own_calendar after update on instructors for each row execute function touch_own_calendar();

-- A length is given or follows from the end; a superuser may give either.
create function complete_lesson_times() returns trigger language plpgsql as $$
begin
  if new."end" is null and new."durationMinutes" > 0 then
    new."end" := new.start + make_interval(mins => new."durationMinutes");
  elsif coalesce(new."durationMinutes", 0) = 0 and new."end" is not null then
    new."durationMinutes" := extract(epoch from new."end" - new.start) / 60;
  end if;
  return new;
end $$;
create trigger complete_lesson_times before insert on lessons for each row execute function complete_lesson_times();

-- A holiday changes everybody's calendar.
create function touch_all_calendars() returns trigger language plpgsql as $$
begin
  perform 1 from instructor_calendars order by instructor for no key update;
  update instructor_calendars set version = version + 1;
  return null;
end $$;
create trigger touch_all_calendars after insert or update or delete on holidays
  for each statement execute function touch_all_calendars();
