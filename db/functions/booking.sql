-- Booking a lesson: one function, one round trip. The rules of availability are those of src/rules/availability; a property test holds
-- the two together. The product's time is an argument everywhere.

-- The states in which a lesson takes its time.
create or replace function is_occupying(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('held', 'requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')
$$;

-- A span with the longest drive of the island before and after it.
create or replace function drive_away(span tstzrange) returns tstzrange language sql immutable parallel safe as $$
  select tstzrange(lower(span) - interval '2 hours', upper(span) + interval '2 hours', '()')
$$;

-- Takes the locks of a booking: the instructor's calendar and those of other instructors at whom the learner has a hold in the way that
-- ran out, in the order of their ids, so that two bookings never wait for each other in a circle.
create or replace function lock_calendars(of_instructor text, of_learner text, span tstzrange, at timestamptz) returns void language plpgsql as $$
begin
  perform 1 from instructor_calendars c
  where c.instructor = of_instructor or c.instructor in (
    select l.instructor from lessons l
    where of_learner <> '' and l.learner = of_learner and l.status = 'held' and l."holdExpiresAt" <= at and l.occupied && drive_away(span))
  order by c.instructor for no key update;
end $$;

-- One hold that ran out: its time is free, and what was paid of it so far goes back.
create or replace function expire_hold(of_lesson text, at timestamptz) returns lessons language plpgsql as $$
declare
  l lessons := move_lesson(of_lesson, array['held'], row('expire', 'expired', '', 'system', '')::lesson_move, '{}', at);
begin
  perform give_lesson_back(l.id, 'expired:' || l.id, null, at);
  return l;
end $$;

-- Frees the time of holds that ran out: the instructor's in the weeks that caps count, the learner's where they are in the way, with a drive. Rows that
-- another transaction holds are left to it. Answers whether it freed any.
create or replace function expire_holds(of_instructor text, of_learner text, span tstzrange, at timestamptz) returns boolean language plpgsql as $$
declare
  weeks tstzrange := tstzrange(lower(span) - interval '8 days', upper(span) + interval '8 days', '[)');
begin
  if not exists (
      select 1 from lessons where instructor = of_instructor and status = 'held' and "holdExpiresAt" <= at and occupied && weeks)
    and not exists (
      select 1 from lessons where of_learner <> '' and learner = of_learner and status = 'held' and "holdExpiresAt" <= at and occupied && drive_away(span)) then
    return false;
  end if;
  perform expire_hold(due.id, at) from (
    select id from lessons
    where status = 'held' and "holdExpiresAt" <= at
      and (instructor = of_instructor and occupied && weeks or of_learner <> '' and learner = of_learner and occupied && drive_away(span))
    order by id for no key update skip locked) due;
  return found;
end $$;

-- The same for up to `at_most` holds that ran out anywhere, oldest first; answers their lessons.
create or replace function expire_due_holds(at timestamptz, at_most integer) returns setof lessons language plpgsql as $$
declare
  due text[] := array(
    select id from lessons where status = 'held' and "holdExpiresAt" <= at order by "holdExpiresAt", id limit at_most);
begin
  perform 1 from instructor_calendars c
  where c.instructor in (select l.instructor from lessons l where l.id = any (due))
  order by c.instructor for no key update;
  return query
    select moved.* from (
      select l.id from lessons l where l.id = any (due) and l.status = 'held' and l."holdExpiresAt" <= at
      order by l.id for no key update skip locked) held
    cross join lateral expire_hold(held.id, at) moved;
end $$;

-- Lets go of what somebody holds and nobody has paid for, or pays for just now; answers the lessons.
create or replace function release_holds_of(of_learner text, at timestamptz) returns setof lessons language plpgsql as $$
declare
  theirs text[] := array(
    select l.id from lessons l where l.learner = of_learner and l.status = 'held'
      and not exists (select from payments p where p.lesson = l.id and p.status in ('requires_action', 'processing', 'succeeded')));
begin
  perform 1 from instructor_calendars c
  where c.instructor in (select l.instructor from lessons l where l.id = any (theirs))
  order by c.instructor for no key update;
  return query
    select moved.* from unnest(theirs) held
    cross join lateral move_lesson(held, array['held'], row('cancel', 'cancelled_by_learner', '', 'learner', '')::lesson_move, '{}', at) moved
    where moved.id is not null;
end $$;

-- Why a booking is refused, by the rules that do not need the diary. Instructors and admins override notice.
create or replace function offer_refusal(i instructors, b booking, at timestamptz, overrides boolean) returns text language plpgsql stable as $$
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
  if b.start < at or (not overrides and b.start < coalesce(b.since, at) + make_interval(mins => i."minNoticeMinutes")) then
    return 'too_soon';
  end if;
  if (b.start at time zone i.timezone)::date > (at at time zone i.timezone)::date + horizon then
    return 'too_far';
  end if;
  if exists (select 1 from licence_roads r where r."user" = b.learner and r."pdlExpiresOn" <> '' and r."pdlExpiresOn" < day) then
    return 'pdl_expired';
  end if;
  return null;
end $$;

-- For which class a lesson is: as was asked; what its instructor teaches where that is one class; else as the last lesson of the two, empty without one.
create or replace function class_of(i instructors, b booking) returns text language sql stable as $$
  select case when coalesce(b.licence_class, '') <> '' then b.licence_class
    when jsonb_array_length(i."licenceClasses") = 1 then i."licenceClasses" ->> 0
    else coalesce((select l."licenceClass" from lessons l
      where l.learner = b.learner and b.learner <> '' and l.instructor = i.id and i."licenceClasses" ? l."licenceClass"
      order by l.created desc limit 1), '') end
$$;

-- Why a booking is refused, by the instructor's caps. Days and weeks (from Monday) are local. A lesson of the booking's own id is the one that
-- moves: it does not count. Nor does what guests hold: that takes its own time, but must not close the rest of a day.
create or replace function cap_refusal(i instructors, b booking) returns text language plpgsql stable as $$
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
    count(*) filter (where b.learner <> '' and l.learner = b.learner) as of_learner
  into counts
  from lessons l
  where l.instructor = i.id and l.id <> b.id and is_occupying(l.status) and not (l.learner = '' and l._guest <> '')
    and l.start >= local_instant(i.timezone, monday, 0) and l.start < local_instant(i.timezone, monday + 7, 0);
  if i."maxLessonsPerDay" > 0 and counts.of_day >= i."maxLessonsPerDay" then
    return 'daily_cap';
  end if;
  if i."maxLessonsPerWeek" > 0 and counts.of_week >= i."maxLessonsPerWeek" then
    return 'weekly_cap';
  end if;
  if b.learner <> '' and i."maxPerLearnerPerWeek" > 0 and counts.of_learner >= i."maxPerLearnerPerWeek" then
    return 'learner_week_cap';
  end if;
  return null;
end $$;

-- Why a booking is refused, by what is in the diary; the order is that of the API document. A lesson that moves leaves its own time. Who overrides is
-- told with the code, after a colon, what is in the way; `of_own` says that the lesson is with an own learner of the instructor, whom only what is
-- truly in the way stops.
create or replace function diary_refusal(i instructors, b booking, span tstzrange, overrides boolean, of_own boolean) returns text language plpgsql stable as $$
declare
  gap interval := make_interval(mins => i."gapMinutes");
  why text := availability_refusal(i, span, overrides, overrides and of_own);
begin
  if why is not null then
    return case when overrides then why else 'outside_availability' end;
  end if;
  if exists (select 1 from lessons l where is_occupying(l.status) and l.instructor = i.id and l.occupied && span and l.id <> b.id) then
    return case when overrides then 'slot_taken:lesson' else 'slot_taken' end;
  end if;
  if b.learner <> '' and exists (
      select 1 from lessons l where is_occupying(l.status) and l.learner = b.learner and l.occupied && span and l.id <> b.id) then
    return case when overrides then 'slot_taken:learner' else 'slot_taken' end;
  end if;
  if overrides then
    return null;
  end if;
  if i."gapMinutes" > 0 and exists (
      select 1 from lessons l where is_occupying(l.status) and l.instructor = i.id and l.id <> b.id
        and l.occupied && tstzrange(lower(span) - gap, upper(span) + gap, '()')) then
    return 'gap_too_short';
  end if;
  -- No drive of the island takes two hours, so few lessons are looked at more closely: the instructor's, and the learner's with others. Where a pick-up is
  -- not known, the gap is all there is.
  if i."considersTravel" and b.postal_code <> '' and exists (
      select 1 from lessons l cross join lateral (
        select make_interval(mins => coalesce(drive_minutes(l."postalCode", b.postal_code), 0)) as drive) d
      where is_occupying(l.status) and (l.instructor = i.id or b.learner <> '' and l.learner = b.learner) and l.id <> b.id
        and l.occupied && drive_away(span)
        and l.occupied && tstzrange(lower(span) - d.drive, upper(span) + d.drive, '()')) then
    return 'travel_too_long';
  end if;
  return cap_refusal(i, b);
end $$;

-- Why somebody who has not signed in gets no hold, though the time is free: of one instructor at most three times are held by guests at a
-- moment, of all two hundred. Those who ask are counted by their network address before they come here.
create or replace function guest_hold_refusal(b booking, at timestamptz) returns text language sql stable as $$
  select case when count(*) >= 200 or count(*) filter (where l.instructor = b.instructor) >= 3 then 'too_many_guests' end
  from lessons l where l._guest <> '' and l.learner = '' and l.status = 'held' and l."holdExpiresAt" > at
$$;

-- How much the time that some lessons were held for and nobody paid comes to, in whole holds, and when the last of it ended. So who changes their
-- mind after a minute has kept a minute, however often; a hold that stands for another at the same start counts once with it.
create or replace function held_in_vain(of_lessons text[], at timestamptz, out holds integer, out until timestamptz) language sql stable as $$
  select coalesce(floor(extract(epoch from sum(kept.length)) / (60 * (policy_values(policy_version(at)) ->> 'holdMinutes')::integer))::integer, 0),
    max(kept.until)
  from (
    select max(upper(part)) as until, sum(upper(part) - lower(part)) as length
    from (
      -- No longer than a hold is: a transfer that was declared keeps the time for days, and has a limit of its own.
      select range_agg(tstzrange(l.created, greatest(l.created, least(case when l.status = 'cancelled_by_learner' then l.updated end,
        l."holdExpiresAt", l.created + make_interval(mins => (policy_values(l."policyVersion") ->> 'holdMinutes')::integer))))) as parts
      from lessons l
      where l.id = any (of_lessons) and (l.status in ('held', 'expired') and l."holdExpiresAt" <= at
        or l.status = 'cancelled_by_learner' and not exists (
          select 1 from lesson_moves m where m.lesson = l.id and m."to" in ('requested', 'confirmed')))
      group by l.instructor, l.start) spans, unnest(spans.parts) part) kept
$$;

-- Until when nobody gets a hold who kept so much in vain: from `allowed` holds on each further one waits twice as long, from 15 minutes up to 12 hours.
create or replace function hold_wait_until(holds integer, allowed integer, until timestamptz) returns timestamptz language sql immutable as $$
  select case when holds >= allowed then until + least(interval '15 minutes' * power(2, least(holds - allowed, 10)), interval '12 hours') end
$$;

-- Why a learner gets no further hold, though the time is free: a hold costs nothing, so that one account may neither keep an instructor's week
-- nor come back for it again and again, whether its holds run out or are let go just before. A proved address counts for more. After twelve holds
-- that nobody paid within a day each further one waits; after fifty lessons that were booked and called off there is none. What instructors and admins hold for a learner is bound in the same way, by itself: it keeps the
-- learner's hours from others, but is none of the learner's own doing.
create or replace function hold_refusal(b booking, at timestamptz, overrides boolean) returns text language plpgsql stable as $$
declare
  is_proved boolean := overrides or coalesce((select u.verified from users u where u.id = b.learner), false);
  open_here integer;
  open_all integer;
  ended text[];
  called_off integer;
begin
  if b.guest <> '' then
    return guest_hold_refusal(b, at);
  elsif b.learner = '' then
    return null;
  end if;
  select count(*) filter (where is_open and l.instructor = b.instructor), count(*) filter (where is_open),
    array_agg(l.id) filter (where not is_open), count(*) filter (where is_off)
  into open_here, open_all, ended, called_off
  from (select x.id, x.instructor, x.status = 'held' and x."holdExpiresAt" > at as is_open,
      x.status = 'cancelled_by_learner' and x."holdExpiresAt" is null as is_off from lessons x
    where x.learner = b.learner and x._author = b.author and x.status in ('held', 'expired', 'cancelled_by_learner')
      and coalesce(x."holdExpiresAt", x.updated) > at - interval '24 hours') l;
  if open_here >= (case when is_proved then 8 else 6 end) or open_all >= (case when is_proved then 12 else 8 end) then
    return 'too_many_holds';
  end if;
  if cardinality(ended) > 0 and (select hold_wait_until(v.holds, 12, v.until) > at from held_in_vain(ended, at) v) then
    return 'holds_unpaid';
  end if;
  -- Each is a mail to the instructor, and money that went to and fro.
  if called_off >= 50 then
    return 'too_many_cancelled';
  end if;
  return null;
end $$;

-- Takes a time of an instructor: repeats answer the first lesson; a refusal answers its code. A learner holds it for as long as the policies in force
-- say (domain rule 1); for an own learner of the instructor, who has no account, nothing is paid here, so it stands at once.
create or replace function take_time(b booking, of_own_learner text, at timestamptz, overrides boolean)
returns table (refusal text, lesson lessons) language plpgsql as $$
declare
  i instructors;
  l lessons;
  span tstzrange := tstzrange(b.start, b.start + make_interval(mins => greatest(b.minutes, 0)), '[)');
  is_changed boolean := false;
  is_held boolean := of_own_learner = '';
  of_own boolean := false;
  why text;
  lines jsonb;
  of_version integer := policy_version(at);
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
  if why is null and coalesce(b.licence_class, '') <> '' and not i."licenceClasses" ? b.licence_class then
    why := 'class_not_taught';
  end if;
  if why is null then
    is_changed := expire_holds(b.instructor, b.learner, span, at);
    if overrides then
      of_own := of_own_learner <> '' or exists (
        select 1 from own_learners o where o.instructor = i.id and b.learner <> '' and o._user = b.learner);
    end if;
    why := coalesce(diary_refusal(i, b, span, overrides, of_own), hold_refusal(b, at, overrides));
    if why is null and is_held and not overrides then
      perform lock_hold_network(b);
      why := new_here_refusal(i, b, at);
    end if;
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
  insert into lessons as x (id, instructor, learner, "ownLearner", start, "end", "durationMinutes", pickup, "postalCode", note, status,
      "priceCents", lines, "holdExpiresAt", "confirmedAt", "policyVersion", "cancellationHours", created, updated, _author, _request_hash, _guest, "licenceClass")
  values (b.id, b.instructor, b.learner, of_own_learner, lower(span), upper(span), b.minutes, b.pickup, b.postal_code, b.note,
      case when is_held then 'held' else 'confirmed' end, lines_total(lines), lines,
      case when is_held then at + make_interval(mins => (policy_values(of_version) ->> 'holdMinutes')::integer) end,
      case when is_held then null else at end, of_version, i."cancellationHours", at, at, b.author, b.request_hash,
      coalesce(b.guest, ''), class_of(i, b))
  on conflict do nothing
  returning x.* into l;
  if not found then
    why := case when exists (select 1 from lessons x where x.id = b.id) then 'id_reused' else 'slot_taken' end;
    return query select why, null::lessons;
    return;
  end if;
  if is_held and not overrides then
    perform note_hold_network(b, l."holdExpiresAt");
  end if;
  return query select null::text, l;
end $$;

-- Books for somebody with an account: the time is held.
create or replace function book_lesson(b booking, at timestamptz, overrides boolean)
returns table (refusal text, lesson lessons) language sql as $$
  select * from take_time(b, '', at, overrides)
$$;

-- Writes a lesson of the instructor's own learner, who has no account, into the diary, by the rules of a lesson that the instructor books for somebody.
create or replace function book_own_lesson(b booking, of_own_learner text, at timestamptz)
returns table (refusal text, lesson lessons) language sql as $$
  select * from take_time(b, of_own_learner, at, true)
$$;

-- Books in place of a time that the same learner holds: the old one is let go only if the new one is held, and that ends when the old one would
-- have ended, so that nobody keeps a time for longer by changing it. Who keeps the start keeps it also when its notice is over by now. Without
-- such a hold it is a booking like any other.
create or replace function book_lesson_instead(of_held text, b booking, at timestamptz, overrides boolean)
returns table (refusal text, lesson lessons) language plpgsql as $$
declare
  held lessons;
  l lessons;
  why text;
begin
  select * into held from lessons x
  where x.id = of_held and x.learner = b.learner and (b.learner <> '' or x._guest = b.guest) and x.status = 'held' and x."holdExpiresAt" > at
    -- Who books for a learner lets go what they hold for them, not what the learner chose.
    and (b.author = b.learner or x._author = b.author);
  if not found or exists (select 1 from lessons x where x.id = b.id) then
    return query select * from book_lesson(b, at, overrides);
    return;
  end if;
  perform 1 from instructor_calendars c where c.instructor in (held.instructor, b.instructor) order by c.instructor for no key update;
  -- Whoever it belonged to signed in meanwhile and has it: it is no longer theirs to change from the outside.
  if exists (select 1 from lessons x where x.id = held.id and x.learner <> b.learner) then
    return query select * from book_lesson(b, at, overrides);
    return;
  end if;
  if held.instructor = b.instructor and held.start = b.start then
    b.since := held.created;
  end if;
  begin
    if exists (select 1 from payments p where p.lesson = held.id and p.method <> 'credit' and p.status in ('processing', 'succeeded'))
        or move_lesson(held.id, array['held'], row('cancel', 'cancelled_by_learner', b.learner, 'learner', '')::lesson_move, '{}', at) is null then
      why := 'being_paid';
    else
      perform give_lesson_back(held.id, 'replaced:' || held.id, null, at);
      select booked.refusal into why from book_lesson(b, at, overrides) booked;
    end if;
    if why is not null then
      raise exception 'The held time stays.' using errcode = 'KB001';
    end if;
  exception when sqlstate 'KB001' then
    return query select why, null::lessons;
    return;
  end;
  -- Where the time is held since the hold that it stands for, a further change is judged by the first, too.
  update lessons x set "holdExpiresAt" = least(x."holdExpiresAt", held."holdExpiresAt"), created = coalesce(b.since, x.created)
  where x.id = b.id returning x.* into l;
  return query select null::text, l;
end $$;

-- Holds a time for somebody who has not signed in: one a browser, so that a second stands for the first. Guests come one after the other,
-- so that their number is never more than is allowed: only once the calendars are theirs, so that nobody waits for the calendar of another.
create or replace function hold_for_guest(b booking, at timestamptz) returns table (refusal text, lesson lessons) language plpgsql as $$
begin
  -- What this browser holds stays what it is while the calendars are waited for.
  perform pg_advisory_xact_lock(hashtext('hold_for_guest'), hashtext(b.guest));
  perform 1 from instructor_calendars c
  where c.instructor = b.instructor or c.instructor in (
    select x.instructor from lessons x where x._guest = b.guest and x.learner = '' and x.status = 'held' and x."holdExpiresAt" > at)
  order by c.instructor for no key update;
  perform pg_advisory_xact_lock(hashtext('hold_for_guest'));
  return query select * from book_lesson_instead(coalesce((
    select x.id from lessons x where x._guest = b.guest and x.learner = '' and x.status = 'held' and x."holdExpiresAt" > at), ''), b, at, false);
end $$;

-- Gives a guest's hold to the account they signed in to, as it is: the time is never free in between, and ends when it would have ended. Why
-- not is what booking it would be refused for, and the hold stays the guest's. Asking again answers the lesson.
create or replace function claim_guest_hold(of_guest text, of_learner text, at timestamptz)
returns table (refusal text, lesson lessons) language plpgsql as $$
declare
  l lessons;
  i instructors;
  b booking;
  why text;
begin
  select * into l from lessons x
  where x._guest = of_guest and x.learner in ('', of_learner) and x.status = 'held' and x."holdExpiresAt" > at;
  if l.id is not null then
    perform lock_calendars(l.instructor, of_learner, l.occupied, at);
    l := lock_lesson(l.id);
  end if;
  if l.id is null or l.learner not in ('', of_learner) or l.status <> 'held' or l."holdExpiresAt" <= at then
    return query select 'no_hold', null::lessons;
    return;
  end if;
  if l.learner = of_learner then
    return query select null::text, l;
    return;
  end if;
  -- Waits for a closing of the account that is on its way, or makes it wait.
  perform 1 from users u where u.id = of_learner and u._closed is null for key share;
  if not found then
    return query select 'no_hold', null::lessons;
    return;
  end if;
  select * into i from instructors x where x.id = l.instructor;
  b := row(l.id, of_learner, '', of_learner, l.instructor, l.start, l."durationMinutes", '', '', '', '', l.created, '', l."licenceClass")::booking;
  perform expire_holds(l.instructor, of_learner, l.occupied, at);
  why := coalesce(offer_refusal(i, b, at, false), diary_refusal(i, b, l.occupied, false, false), hold_refusal(b, at, false));
  if why is not null then
    return query select why, null::lessons;
    return;
  end if;
  update lessons x set learner = of_learner, _author = of_learner, updated = at, "ownLearner" = coalesce((
      select o.id from own_learners o where o.instructor = x.instructor and o._user = of_learner), '')
  where x.id = l.id returning x.* into l;
  -- Where somebody comes from who is known is nothing to keep.
  delete from _hold_networks n where n.lesson = l.id and not is_new_here(of_learner, l.instructor);
  return query select null::text, l;
exception when exclusion_violation then
  -- The learner's own booking with somebody else was faster.
  return query select 'slot_taken', null::lessons;
end $$;

-- Lets a guest's hold go; nothing of it can be paid. Answers the lesson, or null when there is none.
create or replace function release_guest_hold(of_guest text, at timestamptz) returns lessons language plpgsql as $$
declare
  of_lesson text := (select x.id from lessons x
    where x._guest = of_guest and x.learner = '' and x.status = 'held' and x."holdExpiresAt" > at);
  l lessons := lock_lesson(of_lesson);
begin
  if l.learner <> '' then
    return null;
  end if;
  return move_lesson(of_lesson, array['held'], row('cancel', 'cancelled_by_learner', '', 'learner', '')::lesson_move, '{}', at);
end $$;

-- Why a lesson can't have another start, by the rules and in the order of a new one; its own time counts as free. Takes the locks of a booking
-- and then the lesson's, and keeps them: what is decided here holds when the lesson is moved in the same transaction.
create or replace function reschedule_refusal(of_lesson text, new_start timestamptz, at timestamptz, overrides boolean) returns text language plpgsql as $$
declare
  l lessons;
  i instructors;
  b booking;
  span tstzrange;
  why text;
begin
  select * into l from lessons x where x.id = of_lesson;
  if not found then
    return 'no_lesson';
  end if;
  span := tstzrange(new_start, new_start + make_interval(mins => l."durationMinutes"), '[)');
  perform lock_calendars(l.instructor, l.learner, span, at);
  l := lock_lesson(of_lesson);
  select * into i from instructors x where x.id = l.instructor;
  b := row(l.id, '', '', l.learner, l.instructor, new_start, l."durationMinutes", l.pickup, l."postalCode", l.note,
    '', null, '', l."licenceClass")::booking;
  why := offer_refusal(i, b, at, overrides);
  -- Minutes pay for days within their package (rule 18), so nobody overrides its end.
  if why is null and new_start > l.start and exists (
      select from payments p join package_purchases k on k.id = p."drawnFrom"
      where p.lesson = l.id and p."drawnFrom" <> '' and p.status <> 'refunded'
        and k."expiresOn" < to_char((new_start at time zone i.timezone)::date, 'YYYY-MM-DD')) then
    why := 'package_ends';
  end if;
  if why is null then
    perform expire_holds(l.instructor, l.learner, span, at);
    why := diary_refusal(i, b, span, overrides, l."ownLearner" <> '');
  end if;
  return why;
end $$;

-- A lesson that is elsewhere by now, or no longer ahead, leaves no proposal for another time behind.
create or replace function lapse_proposals() returns trigger language plpgsql as $$
begin
  update reschedules set status = 'lapsed', updated = new.updated where lesson = new.id and status = 'proposed';
  return null;
end $$;
create or replace trigger lapse_proposals after update on lessons for each row
  when (old.status = 'confirmed' and (new.status <> old.status or new.start <> old.start))
  execute function lapse_proposals();

-- A length is given or follows from the end; a superuser may give either.
create or replace function complete_lesson_times() returns trigger language plpgsql as $$
begin
  if new."end" is null and new."durationMinutes" > 0 then
    new."end" := new.start + make_interval(mins => new."durationMinutes");
  elsif coalesce(new."durationMinutes", 0) = 0 and new."end" is not null then
    new."durationMinutes" := extract(epoch from new."end" - new.start) / 60;
  end if;
  return new;
end $$;
create or replace trigger complete_lesson_times before insert on lessons for each row execute function complete_lesson_times();

-- Whatever is on its way when an account is closed: the row's lock makes one wait for the other, and a lesson comes too late or stops the closing.
create or replace function refuse_closed_party() returns trigger language plpgsql as $$
declare
  closed timestamptz;
begin
  -- Without a condition on the column: the lock is waited for, and what is read is what holds after the wait.
  select u._closed into closed from users u where u.id = new.learner for key share;
  if closed is not null then
    raise exception 'The learner''s account is closed.' using errcode = 'check_violation', constraint = 'lessons_learner', table = 'lessons';
  end if;
  return new;
end $$;
create or replace trigger refuse_closed_party before insert on lessons for each row execute function refuse_closed_party();

-- Who brought the learner of a new lesson along: nobody says it but the joining, and the instructor for who has no account.
create or replace function note_own_learner() returns trigger language plpgsql as $$
begin
  if new._guest <> '' and new.learner = '' then
    return new;
  elsif new.learner <> '' then
    new."ownLearner" := coalesce((
      select o.id from own_learners o where o.instructor = new.instructor and o._user = new.learner), '');
  elsif not exists (select 1 from own_learners o where o.id = new."ownLearner" and o.instructor = new.instructor) then
    raise exception 'A lesson is of a learner, or of an own learner of its instructor.'
      using errcode = 'check_violation', constraint = 'lessons_learner', table = 'lessons';
  end if;
  return new;
end $$;
create or replace trigger note_own_learner before insert on lessons for each row execute function note_own_learner();
