-- What people hold who are new here (rule 1): guests, and accounts that never paid and whose address nobody proved. A new account costs nothing, so
-- they are counted together: for the instructor, for the network they come from, and over the day. All of it is decided under the lock of the
-- instructor's calendar.

-- Whether money of somebody stays with an instructor: it was kept of a lesson that is over, with whomever, or is paid to this one and not given back. What
-- was given back says nothing, so that no account becomes known by paying and calling off.
create or replace function has_paid(of_learner text, of_instructor text) returns boolean language sql stable as $$
  select exists (
    select from payments p
      left join lessons l on l.id = p._lesson
      left join package_purchases b on b.id = p."packagePurchase"
      cross join lateral (select coalesce(l.instructor, b.instructor) as instructor) paid
    where p.learner = of_learner and p.method in ('card', 'paynow') and p.status in ('succeeded', 'part_refunded')
      and p."amountCents" > p."refundedCents" and (paid.instructor = of_instructor or exists (
        select from settlements s where s.instructor = paid.instructor and s.learner = of_learner and s."keptCents" > 0)))
$$;

-- Whether an account is new to an instructor; a guest, '', is.
create or replace function is_new_here(of_learner text, of_instructor text) returns boolean language sql stable as $$
  select of_learner = '' or exists (select from users u where u.id = of_learner and not u.verified) and not has_paid(of_learner, of_instructor)
$$;

-- Whether somebody new holds or held a time for themself. An instructor or admin who holds it for them answers for it.
create or replace function is_held_by_new(l lessons) returns boolean language sql stable as $$
  select case when l.learner = '' then l._guest <> '' else l._author = l.learner and is_new_here(l.learner, l.instructor) end
$$;

-- How many minutes of a week an instructor offers: the open hours less time off, busy times elsewhere and closed holidays, booked or not.
create or replace function offered_minutes(i instructors, monday date) returns integer language sql stable as $$
  select coalesce(extract(epoch from sum(upper(part) - lower(part))) / 60, 0)::integer
  from unnest(coalesce(windows_between(i.id, i.timezone, monday, 7), '{}') - coalesce((
    select range_agg(away.span) from (
      select tstzrange(t.start, t."end", '[)') as span from time_off t where t.instructor = i.id and t.start < t."end"
        and t."end" > local_instant(i.timezone, monday, 0) and t.start < local_instant(i.timezone, monday + 7, 0)
      union all
      select tstzrange(t.start, t."end", '[)') from busy_times t where t.instructor = i.id and t.start < t."end"
        and t."end" > local_instant(i.timezone, monday, 0) and t.start < local_instant(i.timezone, monday + 7, 0)
      union all
      select tstzrange(local_instant(i.timezone, h.date::date, 0), local_instant(i.timezone, h.date::date + 1, 0), '[)')
      from holidays h where h.closes and not i."worksHolidays" and h.date between monday::text and (monday + 6)::text) away), '{}')) part
$$;

-- Whether new people may hold one more time of a week: a fifth of what is offered, six starts at most, and one in any case.
create or replace function has_room_for_new(offered integer, held_starts integer, held_minutes integer, minutes integer) returns boolean
language sql immutable parallel safe as $$
  select held_starts = 0 or held_starts < 6 and (held_minutes + minutes)::bigint * 5 <= offered
$$;

-- What people who never paid hold of a week for themselves, `but` one lesson: all whose address is proved, or what was declared as paid. A proved
-- address costs nothing either.
create or replace function held_unpaid(i instructors, monday date, but text, is_declared boolean, at timestamptz, out starts integer, out minutes integer)
language sql stable as $$
  select count(*)::integer, coalesce(sum(l."durationMinutes"), 0)::integer
  from lessons l
  where l.instructor = i.id and l.id <> but and l.status = 'held' and l."holdExpiresAt" > at
    and l.start >= local_instant(i.timezone, monday, 0) and l.start < local_instant(i.timezone, monday + 7, 0)
    and l.learner <> '' and l._author = l.learner and not has_paid(l.learner, l.instructor)
    and case when is_declared
      then exists (select from payments p join payments charge on charge.id = charge_of(p)
        where p._lesson = l.id and charge.status = 'processing' and charge."declaredAt" is not null)
      else not is_new_here(l.learner, l.instructor) end
$$;

-- Why somebody with a proved address who never paid gets no further hold: all of them together hold half of what is offered in the week, and one time
-- in any case. Null for others.
create or replace function unpaid_refusal(i instructors, b booking, at timestamptz) returns text language sql stable as $$
  select case when not has_paid(b.learner, b.instructor) and held.starts > 0 and (held.minutes + b.minutes)::bigint * 2 > offered_minutes(i, week.monday)
    then 'too_many_unpaid' end
  from (select date_trunc('week', b.start at time zone i.timezone)::date as monday) week
    cross join lateral held_unpaid(i, week.monday, b.id, false, at) held
$$;

-- Why a time is not kept for somebody who says to have paid and never did before: all of them together keep the share of those who are new. Asked
-- under the lock of the calendar, of each lesson of a series. Null for others, and for what an instructor or admin holds for a learner.
create or replace function keeping_refusal(of_lesson text, at timestamptz) returns text language sql stable as $$
  select case when not has_room_for_new(offered_minutes(i, week.monday), held.starts, held.minutes, l."durationMinutes") then 'too_many_unpaid' end
  from lessons l join instructors i on i.id = l.instructor
    cross join lateral (select date_trunc('week', l.start at time zone i.timezone)::date as monday) week
    cross join lateral held_unpaid(i, week.monday, l.id, true, at) held
  where l.id = of_lesson and l._author = l.learner and not has_paid(l.learner, l.instructor)
$$;

-- Why somebody new gets no further hold, though the time is free: of the week the share is held; or what they, or all who are new, held of this
-- instructor within a day and did not pay comes to six holds, or to twenty-four; each further one then waits. Null for others.
create or replace function new_here_refusal(i instructors, b booking, at timestamptz) returns text language plpgsql stable as $$
declare
  monday date := date_trunc('week', b.start at time zone i.timezone)::date;
  starts integer;
  minutes integer;
  ended text[];
  own text[];
  code text := case when b.guest <> '' then 'too_many_guests' else 'too_many_unproved' end;
begin
  if not is_new_here(b.learner, b.instructor) then
    return unpaid_refusal(i, b, at);
  end if;
  select count(*) filter (where l.is_counted), coalesce(sum(l."durationMinutes") filter (where l.is_counted), 0),
    array_agg(l.id) filter (where not l.is_open), array_agg(l.id) filter (where not l.is_open and l.is_own)
  into starts, minutes, ended, own
  from (
    select x.id, x."durationMinutes", h.is_open,
      h.is_open and x.start >= local_instant(i.timezone, monday, 0) and x.start < local_instant(i.timezone, monday + 7, 0) as is_counted,
      case when b.learner <> '' then x.learner = b.learner else x._guest = b.guest end as is_own
    from lessons x cross join lateral (select x.status = 'held' and x."holdExpiresAt" > at as is_open) h
    where x.instructor = i.id and x.id <> b.id and x.start > at - interval '25 hours'
      and x."holdExpiresAt" > at - interval '24 hours' and is_held_by_new(x)) l;
  if not has_room_for_new(offered_minutes(i, monday), starts, minutes, b.minutes) then
    return code;
  elsif (select hold_wait_until(v.holds, 6, v.until) > at from held_in_vain(own, at) v) then
    return case when b.guest <> '' then code else 'holds_unpaid' end;
  elsif (select hold_wait_until(v.holds, 24, v.until) > at from held_in_vain(ended, at) v) then
    return code;
  end if;
  return new_network_refusal(b, at);
end $$;

-- Why people who are new here get no further hold at the network they come from: together they hold two times of an instructor at a moment and six of
-- all, a series as one. After six of a day that came to nothing, who held one of them waits longer each time, at every instructor; their neighbours
-- wait 15 minutes at the instructor concerned.
create or replace function new_network_refusal(b booking, at timestamptz) returns text language sql stable as $$
  with theirs as materialized (
    select l.id, l.instructor = b.instructor as is_here, (l._author, l._guest, l._request_hash) as booking,
      case when b.learner <> '' then l.learner = b.learner else l._guest = b.guest end as is_own,
      l.status = 'held' and l."holdExpiresAt" > at and (l._author, l._request_hash) <> (b.author, b.request_hash) as is_open
    from _hold_networks n join lessons l on l.id = n.lesson
    where b.network <> '' and n.network = b.network and n.until > at - interval '24 hours' and l.id <> b.id and is_held_by_new(l))
  select case when count(distinct t.booking) filter (where t.is_open and t.is_here) >= 2 or count(distinct t.booking) filter (where t.is_open) >= 6
      or (select v.holds > 0 from held_in_vain(array_agg(t.id) filter (where t.is_own), at) v)
        and (select hold_wait_until(v.holds, 6, v.until) > at from held_in_vain(array_agg(t.id), at) v)
      or (select hold_wait_until(least(v.holds, 6), 6, v.until) > at from held_in_vain(array_agg(t.id) filter (where t.is_here), at) v)
    then case when b.guest <> '' then 'too_many_guests' else 'too_many_unproved' end end
  from theirs t
$$;

-- Makes those who are new here and come from one network wait for each other until the transaction ends. Calendars are locked before.
create or replace function lock_hold_network(b booking) returns void language plpgsql as $$
begin
  if coalesce(b.network, '') <> '' and is_new_here(b.learner, b.instructor) then
    perform pg_advisory_xact_lock(hashtext('hold network'), hashtext(b.network));
  end if;
end $$;

-- Keeps where a hold of somebody new comes from.
create or replace function note_hold_network(b booking, until timestamptz) returns void language plpgsql as $$
begin
  if coalesce(b.network, '') <> '' and is_new_here(b.learner, b.instructor) then
    insert into _hold_networks (lesson, network, until) values (b.id, b.network, until) on conflict do nothing;
  end if;
end $$;
