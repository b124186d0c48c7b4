-- What the database keeps of single records, whatever code writes them.

-- Accounts are made in several ways; a row of preferences comes with each, under the account's own id.
create or replace function add_notification_preferences() returns trigger language plpgsql as $$
begin
  insert into notification_preferences (id, "user", created, updated)
  values (new.id, new.id, new.created, new.created)
  on conflict do nothing;
  return null;
end
$$;
create or replace trigger users_notification_preferences after insert on users
  for each row execute function add_notification_preferences();

-- What staff did stays as it was written.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only' using errcode = '23514', constraint = 'audit_append_only';
end $$;
create or replace trigger append_only before update or delete on audit_entries for each row execute function refuse_audit_change();
create or replace trigger no_truncate before truncate on audit_entries for each statement execute function refuse_audit_change();

-- What somebody agreed to stays as it was written, and goes only with its account.
create or replace function refuse_acceptance_change() returns trigger language plpgsql as $$
begin
  -- The account is gone already when its entries follow it.
  if tg_op = 'DELETE' and not exists (select from users where id = old."user") then
    return old;
  end if;
  raise exception 'what was agreed to is append-only' using errcode = '23514', constraint = 'acceptances_append_only';
end $$;
create or replace trigger append_only before update or delete on terms_acceptances
  for each row execute function refuse_acceptance_change();
create or replace trigger no_truncate before truncate on terms_acceptances
  for each statement execute function refuse_acceptance_change();
