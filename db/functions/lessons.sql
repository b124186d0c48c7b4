-- A lesson's way through its life. src/rules/lessons/lesson-life.ts says what may happen; here it is done, once, and written down.

-- Locks the calendar of a lesson, then the lesson, and answers it: the order in which everybody locks.
create or replace function lock_lesson(of_lesson text) returns lessons language plpgsql as $$
declare
  l lessons;
begin
  perform 1 from instructor_calendars c
  where c.instructor = (select x.instructor from lessons x where x.id = of_lesson) for no key update;
  select * into l from lessons x where x.id = of_lesson for no key update;
  return l;
end $$;

-- Whether the instructor of a lesson gives another one at this moment.
create or replace function is_another_running(l lessons) returns boolean language sql stable as $$
  select exists (select 1 from lessons x where x.instructor = l.instructor and x.status = 'in_progress' and x.id <> l.id)
$$;

-- The one way through: compares and sets under the calendar's lock and writes the move down; `changes` are further columns of the lesson by
-- name. Answers the lesson, or null when it was in none of the states.
create or replace function move_lesson(of_lesson text, from_states text[], m lesson_move, changes jsonb, at timestamptz)
returns lessons language plpgsql as $$
declare
  l lessons := lock_lesson(of_lesson);
  changed lessons;
begin
  if l.id is null or not l.status = any (from_states) then
    return null;
  end if;
  changed := jsonb_populate_record(l, changes);
  insert into lesson_moves (id, lesson, "from", "to", event, actor, "actorRole", reason, "policyVersion", sequence, created)
  values (lesson_move_id(l.id, l.sequence + 1), l.id, l.status, m.to_status, m.event, m.actor, m.actor_role, m.reason,
    l."policyVersion", l.sequence + 1, at);
  update lessons set status = m.to_status, sequence = l.sequence + 1, updated = at, start = changed.start, "end" = changed."end",
    "durationMinutes" = changed."durationMinutes", "priceCents" = changed."priceCents", lines = changed.lines,
    "holdExpiresAt" = changed."holdExpiresAt", "requestExpiresAt" = changed."requestExpiresAt",
    "confirmedAt" = changed."confirmedAt", "startCode" = changed."startCode"
  where id = l.id
  returning * into l;
  return l;
end $$;

-- The id of a lesson's move: each has one, whoever writes it.
create or replace function lesson_move_id(of_lesson text, sequence integer) returns text language sql immutable parallel safe as $$
  select substr(md5(of_lesson || ':' || sequence), 1, 15)
$$;

-- A lesson's first move: held by its learner, or for them by the instructor or an admin; whatever else comes into being is a fact that
-- somebody gave. A history that an import brought along stays as it is.
create or replace function begin_lesson() returns trigger language plpgsql as $$
declare
  role text := case
    when new._author = new.learner then 'learner'
    when exists (select 1 from instructors i where i.id = new.instructor and i."user" = new._author) then 'instructor'
    when exists (select 1 from users u where u.id = new._author) then 'admin'
    when new._author = '' then 'system'
    else 'superuser' end;
  is_held boolean := new.status = 'held' and role not in ('system', 'superuser');
begin
  insert into lesson_moves (id, lesson, "to", event, actor, "actorRole", "policyVersion", sequence, created)
  values (lesson_move_id(new.id, new.sequence), new.id, new.status, case when is_held then 'hold' else 'given' end, new._author, role,
    new."policyVersion", new.sequence, coalesce(new.updated, new.created))
  on conflict (lesson, sequence) do nothing;
  return null;
end $$;
create or replace trigger begin_lesson after insert on lessons for each row execute function begin_lesson();

-- A state changes together with the move that is written down for it, whatever code writes.
create or replace function refuse_unmoved_lesson() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from lesson_moves m
    where m.lesson = new.id and m.sequence = new.sequence and m."from" = old.status and m."to" = new.status
      and new.sequence = old.sequence + 1) then
    raise exception 'a lesson changes its state by move_lesson only' using errcode = '23514', constraint = 'lessons_moved';
  end if;
  return new;
end $$;
create or replace trigger refuse_unmoved_lesson before update on lessons for each row
  when (old.status is distinct from new.status or old.sequence is distinct from new.sequence)
  execute function refuse_unmoved_lesson();

-- What happened stays as it was written.
create or replace function refuse_move_change() returns trigger language plpgsql as $$
begin
  -- What somebody wrote goes with their account; that they did it, and when, stays.
  if current_setting('kerbside.is_erasing', true) = 'on' and new.reason = '' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception 'the history of a lesson is append-only' using errcode = '23514', constraint = 'lesson_moves_append_only';
end $$;
create or replace trigger append_only before update on lesson_moves for each row execute function refuse_move_change();
create or replace trigger no_truncate before truncate on lesson_moves for each statement execute function refuse_move_change();

-- It goes only with its lesson, which is asked for at commit: whoever deletes a lesson deletes what points at it first.
create or replace function refuse_lost_history() returns trigger language plpgsql as $$
begin
  if exists (select from lessons where id = old.lesson) then
    raise exception 'the history of a lesson is append-only' using errcode = '23514', constraint = 'lesson_moves_append_only';
  end if;
  return null;
end $$;
create constraint trigger kept_history after delete on lesson_moves deferrable initially deferred
  for each row execute function refuse_lost_history();

-- The parties of a lesson see each other's phone, and the instructor the pick-up, from the confirmation until some hours after its end
-- (domain rule 30), by the figures it was booked under; not once it is off.
create or replace function share_contacts() returns trigger language plpgsql as $$
begin
  new."contactsUntil" := case when new.status in ('confirmed', 'in_progress', 'completed', 'closed', 'disputed')
    then new."end" + make_interval(hours => (policy_values(new."policyVersion") ->> 'contactHours')::integer) end;
  return new;
end $$;
create or replace trigger share_contacts before insert or update on lessons for each row execute function share_contacts();
