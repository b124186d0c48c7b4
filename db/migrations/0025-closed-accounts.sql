-- An account that its owner closed keeps its row for the lessons, payments and reviews that the law wants kept; all that names the person is gone.
alter table users add column _closed timestamptz;

-- Whatever is on its way when an account is closed: the row's lock makes one wait for the other, and a lesson comes too late or stops the closing.
create function refuse_closed_party() returns trigger language plpgsql as $$
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
create trigger refuse_closed_party before insert on lessons for each row execute function refuse_closed_party();
