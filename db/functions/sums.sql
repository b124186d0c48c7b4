-- Sums that the pages of the platform's people read: what they are of is noted as stale in the same transaction, and counted anew by whoever reads next.

-- Sets of a lesson's states, as src/rules/lessons/lesson-states.ts has them.
create or replace function is_agreed(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor')
$$;
create or replace function is_taught(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('completed', 'closed')
$$;
create or replace function learner_came(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('in_progress', 'completed', 'closed', 'disputed', 'no_show_instructor')
$$;
create or replace function instructor_came(status text) returns boolean language sql immutable parallel safe as $$
  select status in ('in_progress', 'completed', 'closed', 'disputed', 'no_show_learner')
$$;

create or replace function singapore_day(at timestamptz) returns date language sql immutable parallel safe as $$
  select (at at time zone 'Asia/Singapore')::date
$$;

-- The days of a year in a span, its end not included, a bit each.
create or replace function days_of_year(in_year integer, from_day date, to_day date) returns bit(366) language sql immutable parallel safe as $$
  select (repeat('0', place) || repeat('1', many) || repeat('0', 366 - place - many))::bit(366)
  from (
    select greatest(from_day - make_date(in_year, 1, 1), 0) as place,
      greatest(least(to_day, make_date(in_year + 1, 1, 1)) - greatest(from_day, make_date(in_year, 1, 1)), 0) as many
  ) span
  where place + many <= 366
$$;

create or replace function note_stale_lesson() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into stale_sums (learner, instructor, day) values (nullif(old.learner, ''), old.instructor, singapore_day(old.start));
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (old.learner, old.instructor, old.start) is distinct from (new.learner, new.instructor, new.start)) then
    insert into stale_sums (learner, instructor, day) values (nullif(new.learner, ''), new.instructor, singapore_day(new.start));
  end if;
  return null;
end $$;
create or replace trigger note_lesson after insert or delete on lessons for each row execute function note_stale_lesson();
create or replace trigger note_changed_lesson after update of status, start, learner, instructor, "durationMinutes" on lessons for each row
  when ((old.status, old.start, old.learner, old.instructor, old."durationMinutes")
    is distinct from (new.status, new.start, new.learner, new.instructor, new."durationMinutes"))
  execute function note_stale_lesson();

create or replace function note_stale_day() returns trigger language plpgsql as $$
begin
  insert into stale_sums (day) select distinct day from changed;
  return null;
end $$;
create or replace trigger note_offered_day after insert on offered_days referencing new table as changed
  for each statement execute function note_stale_day();
create or replace trigger note_withdrawn_day after delete on offered_days referencing old table as changed
  for each statement execute function note_stale_day();

-- What an instructor's days say of a month, kept with them.
create or replace function add_fill_months() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update fill_months f set minutes = f.minutes - g.minutes, booked = f.booked - g.booked
    from (select instructor, date_trunc('month', day)::date as month, sum(minutes) as minutes, sum(booked) as booked from gone group by 1, 2) g
    where f.instructor = g.instructor and f.month = g.month;
  end if;
  if tg_op <> 'DELETE' then
    insert into fill_months as f (instructor, month, minutes, booked)
    select instructor, date_trunc('month', day)::date, sum(minutes), sum(booked) from come group by 1, 2 order by 1, 2
    on conflict (month, instructor) do update set minutes = f.minutes + excluded.minutes, booked = f.booked + excluded.booked;
  end if;
  return null;
end $$;
create or replace trigger keep_fill_of_new after insert on offered_days referencing new table as come
  for each statement execute function add_fill_months();
create or replace trigger keep_fill_of_changed after update on offered_days referencing old table as gone new table as come
  for each statement execute function add_fill_months();
create or replace trigger keep_fill_of_gone after delete on offered_days referencing old table as gone
  for each statement execute function add_fill_months();

-- Searches of a month, kept with those of its days.
create or replace function add_search_months() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update search_months m set searches = m.searches - g.searches, empty = m.empty - g.empty
    from (select date_trunc('month', day)::date as month, area, "fromHour", "toHour", sum(searches) as searches, sum(empty) as empty from gone group by 1, 2, 3, 4) g
    where (m.month, m.area, m."fromHour", m."toHour") = (g.month, g.area, g."fromHour", g."toHour");
  end if;
  if tg_op <> 'DELETE' then
    insert into search_months as m (month, area, "fromHour", "toHour", searches, empty)
    select date_trunc('month', day)::date, area, "fromHour", "toHour", sum(searches), sum(empty) from come group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (month, area, "fromHour", "toHour") do update set searches = m.searches + excluded.searches, empty = m.empty + excluded.empty;
  end if;
  return null;
end $$;
create or replace trigger keep_months_of_new after insert on search_sums referencing new table as come
  for each statement execute function add_search_months();
create or replace trigger keep_months_of_changed after update on search_sums referencing old table as gone new table as come
  for each statement execute function add_search_months();
create or replace trigger keep_months_of_gone after delete on search_sums referencing old table as gone
  for each statement execute function add_search_months();

create or replace function note_stale_cancellation() returns trigger language plpgsql as $$
begin
  insert into stale_sums (day) select distinct singapore_day(at)
  from unnest(array[case when tg_op <> 'INSERT' then old.created end, case when tg_op <> 'DELETE' then new.created end]) at where at is not null;
  return null;
end $$;
create or replace trigger note_cancellation after insert or delete on cancellations for each row execute function note_stale_cancellation();
create or replace trigger note_changed_cancellation after update of created, "cancelledBy", "isLate", excuse on cancellations for each row
  when ((old.created, old."cancelledBy", old."isLate", old.excuse) is distinct from (new.created, new."cancelledBy", new."isLate", new.excuse))
  execute function note_stale_cancellation();

create or replace function note_stale_account() returns trigger language plpgsql as $$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
begin
  insert into stale_sums (account) select distinct id from unnest(array[before ->> tg_argv[0], after ->> tg_argv[0]]) id where id <> '';
  return null;
end $$;
create or replace trigger note_account after insert or delete on users for each row execute function note_stale_account('id');
create or replace trigger note_changed_account after update of suspended, verified, created, _closed on users for each row
  when ((old.suspended, old.verified, old.created, old._closed) is distinct from (new.suspended, new.verified, new.created, new._closed))
  execute function note_stale_account('id');
create or replace trigger note_sign_in after insert or update or delete on "_authOrigins" for each row
  execute function note_stale_account('recordRef');
create or replace trigger note_owner after insert or delete or update of "user" on instructors for each row
  execute function note_stale_account('user');

-- Lessons of days by status, what was open and taken on them, and why lessons were called off on them.
create or replace function fold_days(days date[]) returns void language plpgsql as $$
begin
  delete from day_sums s where s.day = any (days);
  insert into day_sums (day, status, lessons)
  select d.day, l.status, count(*) from unnest(days) d (day)
  join lessons l on l.start >= d.day::timestamp at time zone 'Asia/Singapore' and l.start < (d.day + 1)::timestamp at time zone 'Asia/Singapore'
  group by 1, 2;
  -- Only what has changed is written: a lesson of a day concerns one of its instructors.
  update offered_days o set booked = c.booked
  from (
    select o.day, o.instructor, coalesce(l.booked, 0) as booked from offered_days o left join (
      select d.day, x.instructor, sum(x."durationMinutes")::integer as booked from unnest(days) d (day)
      join lessons x on x.start >= d.day::timestamp at time zone 'Asia/Singapore' and x.start < (d.day + 1)::timestamp at time zone 'Asia/Singapore'
      where is_agreed(x.status)
      group by 1, 2
    ) l on l.day = o.day and l.instructor = o.instructor
    where o.day = any (days)
  ) c
  where o.day = c.day and o.instructor = c.instructor and o.booked <> c.booked;
  delete from day_fills f where f.day = any (days);
  insert into day_fills (day, "offeredMinutes", "bookedMinutes")
  select o.day, sum(o.minutes), sum(o.booked) from offered_days o where o.day = any (days) group by 1;
  delete from cancellation_sums s where s.day = any (days);
  insert into cancellation_sums (day, by, "isLate", excuse, cancellations)
  select d.day, c."cancelledBy", c."isLate", c.excuse, count(*) from unnest(days) d (day)
  join cancellations c on c.created >= d.day::timestamp at time zone 'Asia/Singapore' and c.created < (d.day + 1)::timestamp at time zone 'Asia/Singapore'
  group by 1, 2, 3, 4;
end $$;

-- What some learners add to the days of their cohorts.
create or replace function cohort_days_of(learners text[]) returns table (cohort date, day date, many integer) language sql stable as $$
  select date_trunc('month', singapore_day(f.start))::date, d.day, count(*)::integer
  from learner_firsts f join learner_years y on y.learner = f.learner, unnest(y."taughtFrom") d (day)
  where f.learner = any (learners) group by 1, 2
$$;

-- The years of learners and instructors, and learners' first lessons.
create or replace function fold_people(learners text[], instructors text[]) returns void language plpgsql as $$
begin
  update cohort_days c set learners = c.learners - g.many from cohort_days_of(fold_people.learners) g where c.cohort = g.cohort and c.day = g.day;
  delete from learner_years y where y.learner = any (learners);
  insert into learner_years (year, learner, agreed, "taughtFrom")
  select extract(year from m.month), m.learner, bit_or(m.agreed), coalesce(array_agg(m.first order by m.first) filter (where m.first is not null), '{}')
  from (
    select date_trunc('month', l.day) as month, l.learner, min(l.day) filter (where l.taught) as first,
      bit_or(set_bit(repeat('0', 366)::bit(366), extract(doy from l.day)::integer - 1, 1)) as agreed
    from (
      select x.learner, singapore_day(x.start) as day, is_taught(x.status) as taught
      from unnest(learners) s (learner) join lessons x on x.learner = s.learner
      where is_agreed(x.status)
    ) l group by 1, 2
  ) m group by 1, 2;
  delete from learner_firsts f where f.learner = any (learners);
  insert into learner_firsts (learner, start, joined, "waitedDays")
  select f.learner, f.start, u.created, extract(epoch from f.start - u.created)::double precision / 86400
  from (
    select x.learner, min(x.start) as start from unnest(learners) s (learner) join lessons x on x.learner = s.learner where is_taught(x.status) group by 1
  ) f left join users u on u.id = f.learner;
  insert into cohort_days as c (cohort, day, learners) select g.cohort, g.day, g.many from cohort_days_of(fold_people.learners) g
  on conflict (cohort, day) do update set learners = c.learners + excluded.learners;
  delete from instructor_years y where y.instructor = any (instructors);
  insert into instructor_years (year, instructor, agreed)
  select extract(year from singapore_day(x.start)), x.instructor,
    bit_or(set_bit(repeat('0', 366)::bit(366), extract(doy from singapore_day(x.start))::integer - 1, 1))
  from unnest(instructors) s (instructor) join lessons x on x.instructor = s.instructor
  where is_agreed(x.status)
  group by 1, 2;
end $$;

-- The day by which an account is counted.
create or replace function recent_day(recent timestamptz) returns date language sql immutable parallel safe as $$
  select coalesce(singapore_day(recent), 'infinity')
$$;

-- Being seen is a fact: a sign-in, or a lesson that one took or gave.
create or replace function fold_accounts(of_accounts text[]) returns void language plpgsql as $$
begin
  with gone as (delete from account_seen s where s.account = any (of_accounts) returning s.standing, recent_day(s.recent) as day),
  fewer as (select standing, day, count(*) as many from gone group by 1, 2)
  update account_days d set accounts = d.accounts - f.many from fewer f where d.standing = f.standing and d.day = f.day;
  insert into account_seen (account, standing, recent, at)
  select u.id, case when u._closed is not null then 'closed' when u.suspended then 'suspended' when not u.verified then 'pending' else 'open' end,
    greatest(u.created, seen.at), seen.at
  from unnest(of_accounts) s (account) join users u on u.id = s.account, lateral (
    select greatest(
      (select max(o.updated) from "_authOrigins" o where o."collectionRef" = '_pb_users_auth_' and o."recordRef" = u.id),
      (select l.start from lessons l where l.learner = u.id
         and learner_came(l.status) order by l.start desc limit 1),
      (select max(given.start) from instructors i, lateral (
         select l.start from lessons l where l.instructor = i.id
           and instructor_came(l.status) order by l.start desc limit 1
       ) given where i."user" = u.id)
    ) as at
  ) seen;
  insert into account_days as d (standing, day, accounts)
  select s.standing, recent_day(s.recent), count(*) from account_seen s where s.account = any (of_accounts) group by 1, 2
  on conflict (standing, day) do update set accounts = d.accounts + excluded.accounts;
end $$;

-- How the sums are counted, in a few letters: other ones as soon as it changes, comments and white space aside.
create or replace function sums_definition() returns text language sql stable as $$
  select md5(string_agg(regexp_replace(regexp_replace(p.prosrc, '--[^\n]*', '', 'g'), '\s+', ' ', 'g'), ' ' order by p.proname))
  from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.proname in (
    'fold_days', 'fold_people', 'fold_accounts', 'cohort_days_of', 'add_fill_months', 'add_search_months', 'recent_day', 'singapore_day',
    'is_agreed', 'is_taught', 'learner_came', 'instructor_came'
  )
$$;

-- Counts what is stale, and everything where it was counted otherwise than now, one at a time: what was counted earlier must never overwrite what was counted later. Whoever finds nothing stale waits
-- for nobody, for what another one is about to count is still seen as stale.
create or replace function fold_sums() returns boolean language plpgsql as $$
declare
  learners text[];
  instructors text[];
  days date[];
  accounts text[];
  everything boolean;
begin
  if not exists (select from stale_sums) and exists (select from sums_counted_by where definition = sums_definition()) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('fold_sums'));
  with gone as (delete from stale_sums returning *)
  select array_agg(distinct learner) filter (where learner is not null), array_agg(distinct instructor) filter (where instructor is not null),
    array_agg(distinct day) filter (where day is not null), array_agg(distinct account) filter (where account is not null),
    bool_or(coalesce(learner, instructor, day::text, account) is null)
  into learners, instructors, days, accounts, everything from gone;
  everything := coalesce(everything, false) or exists (select from sums_counted_by where definition <> sums_definition());
  if everything then
    delete from day_sums;
    delete from day_fills;
    delete from cancellation_sums;
    delete from learner_years;
    delete from learner_firsts;
    delete from cohort_days;
    delete from instructor_years;
    delete from account_seen;
    delete from account_days;
    select array_agg(distinct l.learner) filter (where l.learner <> ''), array_agg(distinct l.instructor), array_agg(distinct singapore_day(l.start))
    into learners, instructors, days from lessons l;
    select array_agg(distinct d.day) into days from (
      select unnest(days) as day union select o.day from offered_days o union select singapore_day(c.created) from cancellations c where c.created is not null
    ) d;
    select array_agg(u.id) into accounts from users u;
  else
    select array_agg(distinct a.id) into accounts from (
      select unnest(accounts) as id union select unnest(learners) union select i."user" from instructors i where i.id = any (instructors)
    ) a where a.id is not null;
  end if;
  -- What triggers add up by months, also where it was written without them. Who has written to a month is waited for, and whoever is about to waits and
  -- then adds to what is counted here. Days on offer come first, as counting the days writes to their months; searches last, so that they wait least.
  if everything then
    lock table fill_months in share row exclusive mode;
    delete from fill_months;
    insert into fill_months (instructor, month, minutes, booked)
    select instructor, date_trunc('month', day)::date, sum(minutes), sum(booked) from offered_days group by 1, 2;
  end if;
  perform fold_days(days);
  perform fold_people(learners, instructors);
  perform fold_accounts(accounts);
  if everything then
    lock table search_months in share row exclusive mode;
    delete from search_months;
    insert into search_months (month, area, "fromHour", "toHour", searches, empty)
    select date_trunc('month', day)::date, area, "fromHour", "toHour", sum(searches), sum(empty) from search_sums group by 1, 2, 3, 4;
  end if;
  if not exists (select from sums_counted_by where definition = sums_definition()) then
    delete from sums_counted_by;
    insert into sums_counted_by values (sums_definition());
  end if;
  return true;
end $$;
