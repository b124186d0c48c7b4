-- Times that become free, and offers that are taken: seen here, whatever code writes. The rounds are the sweeper's (src/marketplace/booking/waitlist).

-- Notes a stretch of time that became free, where anybody waits at all. A time that is noted already goes on with its rounds. What an instructor can
-- free and take again at will is noted 24 times an hour at most: each is a round of offers.
create or replace function note_freed(of_instructor text, span_start timestamptz, span_end timestamptz, is_at_will boolean default false) returns void
language plpgsql as $$
begin
  if span_end > span_start and exists (select 1 from waitlist_entries e where e.status = 'open') and not (is_at_will and
    (select count(*) from freed_times f where f.instructor = of_instructor and f."notedAt" > now() - interval '1 hour') >= 24)
  then
    insert into freed_times (instructor, start, "end", "nextRoundAt") values (of_instructor, span_start, span_end, '-infinity')
    on conflict (instructor, start, "end") do update
      set "nextRoundAt" = coalesce(freed_times."nextRoundAt", excluded."nextRoundAt"), "notedAt" = now();
  end if;
end $$;

-- A lesson gives its time free when it is called off, runs out or moves.
create or replace function free_lesson_time() returns trigger language plpgsql as $$
begin
  perform note_freed(old.instructor, old.start, old."end");
  -- Who held an offered time and did not pay did not take it.
  update waitlist_offers set status = 'lapsed', updated = new.updated
  where lesson = new.id and status = 'taken' and new.status in ('expired', 'declined', 'cancelled_by_learner');
  return null;
end $$;
create or replace trigger free_lesson_time after update of status, start, "end" on lessons for each row
  when (is_occupying(old.status) and (not is_occupying(new.status) or old.start <> new.start or old."end" <> new."end"))
  execute function free_lesson_time();

-- So does time off that goes.
create or replace function free_time_off() returns trigger language plpgsql as $$
begin
  perform note_freed(old.instructor, old.start, old."end", true);
  return null;
end $$;
create or replace trigger free_time_off after delete or update of start, "end", instructor on time_off
  for each row execute function free_time_off();

-- A learner takes an offer by holding its time.
create or replace function take_offer() returns trigger language plpgsql as $$
begin
  update waitlist_offers set status = 'taken', lesson = new.id, updated = new.created
  where instructor = new.instructor and start = new.start and learner = new.learner and status = 'open'
    and "durationMinutes" = new."durationMinutes" and "expiresAt" > new.created;
  return null;
end $$;
create or replace trigger take_offer after insert on lessons for each row execute function take_offer();

-- The first to pay has the time: whoever paid waits no more, and the other offers of it end.
create or replace function win_offer() returns trigger language plpgsql as $$
begin
  update waitlist_entries e set status = 'done', updated = new.updated
  from waitlist_offers o where o.lesson = new.id and o.entry = e.id and o.status = 'taken';
  update waitlist_offers o set status = 'lapsed', updated = new.updated
  where o.instructor = new.instructor and o.status = 'open'
    and o.start < new."end" and o.start + make_interval(mins => o."durationMinutes") > new.start;
  update freed_times f set "nextRoundAt" = null
  where f.instructor = new.instructor and f.start >= new.start and f."end" <= new."end" and f."nextRoundAt" is not null;
  return null;
end $$;
create or replace trigger win_offer after update of status on lessons for each row
  when (old.status = 'held' and new.status in ('confirmed', 'requested')) execute function win_offer();

-- Why a learner can't book a time now, by the rules of booking itself; null when they can.
create or replace function waiting_refusal(of_instructor text, of_learner text, of_start timestamptz, minutes integer, at timestamptz)
returns text language plpgsql stable as $$
declare
  i instructors;
  b booking := row('', of_learner, '', of_learner, of_instructor, of_start, minutes, '', '', '', '', null, '', '')::booking;
begin
  select * into i from instructors x where x.id = of_instructor;
  return coalesce(offer_refusal(i, b, at, false),
    diary_refusal(i, b, tstzrange(of_start, of_start + make_interval(mins => minutes), '[)'), false, false),
    hold_refusal(b, at, false), new_here_refusal(i, b, at));
end $$;
