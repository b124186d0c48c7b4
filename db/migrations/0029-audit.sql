-- Who of the platform's own people did what to whose record. Written in the transaction of the deed; never changed, for nobody.
create table audit_entries (
  id bigint generated always as identity primary key,
  created timestamptz not null,
  -- Texts, not references: an entry outlives the accounts and records that it tells of.
  actor text not null,
  "actorName" text not null default '',
  "actorCollection" text not null default '',
  action text not null constraint audit_entries_action check (action in ('create', 'update', 'delete', 'view', 'export')),
  collection text not null,
  record text not null,
  "recordName" text not null default '',
  changes jsonb not null default '[]'
);
create index audit_entries_record on audit_entries (record, id desc);
create index audit_entries_actor on audit_entries (actor, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only' using errcode = '23514', constraint = 'audit_append_only';
end $$;
create trigger append_only before update or delete on audit_entries for each row execute function refuse_audit_change();
create trigger no_truncate before truncate on audit_entries for each statement execute function refuse_audit_change();

-- An account that the platform's people have closed for a while, or for good: nobody signs in to it.
alter table users add column suspended boolean not null default false;
