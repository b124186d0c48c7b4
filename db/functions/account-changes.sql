-- Since when somebody is staff, and what staff change of another person's account, whatever code writes it.

-- An account's role begins with its row, or with the change of it: the time is that of the write, which a statement by hand does not say.
create or replace function note_role_term() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
begin
  if tg_op = 'INSERT' then
    at := coalesce(new.created, at);
  elsif tg_op = 'UPDATE' then
    if new.role = old.role then
      return null;
    end if;
    if new.updated is distinct from old.updated then
      at := coalesce(new.updated, at);
    end if;
  end if;
  if tg_op <> 'INSERT' then
    update role_terms set until = greatest(since, at) where "user" = old.id and until is null;
  end if;
  if tg_op <> 'DELETE' and new.role in ('moderator', 'finance', 'admin') then
    insert into role_terms ("user", role, since) values (new.id, new.role, at);
  end if;
  return null;
end $$;
create or replace trigger users_role_terms after insert or update of role or delete on users
  for each row execute function note_role_term();

-- A change waits, is decided once, and says for ever what was asked. One that takes a second word has it when it is done.
create or replace function keep_account_change() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    -- The account is gone already when its changes follow it.
    if tg_op = 'DELETE' and not exists (select from users where id = old."user") then
      return old;
    end if;
    raise exception 'changes of accounts are append-only' using errcode = '23514', constraint = 'account_changes_append_only';
  end if;
  if tg_op = 'INSERT' then
    if new.status = 'waiting' or (new.status = 'done' and new.field = 'role' and new.was in ('user', 'premium') and new.value in ('user', 'premium')) then
      return new;
    end if;
    raise exception 'a change begins with waiting' using errcode = '23514', constraint = 'account_changes_status';
  end if;
  -- Who closes their account leaves nothing of who they were.
  if coalesce(current_setting('kerbside.leaving', true), '') = old."user" then
    return new;
  end if;
  if old.status <> 'waiting' or (new."user", new.field, new.value, new.was, new.reason, new.starter, new."lockedUntil", new.created)
    is distinct from (old."user", old.field, old.value, old.was, old.reason, old.starter, old."lockedUntil", old.created) then
    raise exception 'changes of accounts are append-only' using errcode = '23514', constraint = 'account_changes_append_only';
  end if;
  if new.status = 'done' and not exists (select from account_change_confirmations c where c.change = new.id) then
    raise exception 'a second word is missing' using errcode = '23514', constraint = 'account_changes_status';
  end if;
  return new;
end $$;
create or replace trigger keep before insert or update or delete on account_changes
  for each row execute function keep_account_change();
create or replace trigger no_truncate before truncate on account_changes for each statement execute function keep_account_change();

-- The second word is another person's, about a change that waits, and stays.
create or replace function keep_account_change_confirmation() returns trigger language plpgsql as $$
declare
  asked account_changes;
begin
  if tg_op = 'DELETE' and not exists (select from account_changes where id = old.change) then
    return old;
  end if;
  if tg_op <> 'INSERT' then
    raise exception 'second words are append-only' using errcode = '23514', constraint = 'account_change_confirmations_append_only';
  end if;
  select * into asked from account_changes where id = new.change for update;
  if asked.status is distinct from 'waiting' then
    raise exception 'nothing waits here' using errcode = '23514', constraint = 'account_change_confirmations_change';
  end if;
  if new.way = 'administrator' and (new.confirmer = asked.starter or new.confirmer = '') then
    raise exception 'a second person says it' using errcode = '23514', constraint = 'account_change_confirmations_confirmer';
  end if;
  return new;
end $$;
create or replace trigger keep before insert or update or delete on account_change_confirmations
  for each row execute function keep_account_change_confirmation();
create or replace trigger no_truncate before truncate on account_change_confirmations for each statement execute function keep_account_change_confirmation();
