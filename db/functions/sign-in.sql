-- A token may be remembered by any server. Whatever changes or removes an account or a session says so in its own transaction, so that no
-- crash comes between; the notification only wakes the servers, which read the table.
create or replace function note_changed_accounts() returns trigger language plpgsql as $$
begin
  insert into _revocations ("collectionRef", "recordRef") select tg_table_name, id from changed;
  if found then
    notify kerbside_revocations;
  end if;
  return null;
end
$$;
create or replace trigger revoked_by_update after update on users
  referencing new table as changed for each statement execute function note_changed_accounts();
create or replace trigger revoked_by_delete after delete on users
  referencing old table as changed for each statement execute function note_changed_accounts();
create or replace trigger revoked_by_update after update on _superusers
  referencing new table as changed for each statement execute function note_changed_accounts();
create or replace trigger revoked_by_delete after delete on _superusers
  referencing old table as changed for each statement execute function note_changed_accounts();

create or replace function note_ended_sessions() returns trigger language plpgsql as $$
begin
  insert into _revocations ("collectionRef", "recordRef") select distinct "collectionRef", "recordRef" from changed;
  if found then
    notify kerbside_revocations;
  end if;
  return null;
end
$$;
create or replace trigger revoked_by_delete after delete on _sessions
  referencing old table as changed for each statement execute function note_ended_sessions();

-- Once an address was proved, whoever registered it is its owner, or has lost the account to them.
create or replace function settle_registration() returns trigger language plpgsql as $$
begin
  new."_registeredBy" := null;
  return new;
end
$$;
create or replace trigger settle_registration before insert or update on users
  for each row when (new.verified and new."_registeredBy" is not null) execute function settle_registration();
