-- Each entry of the audit trail covers the one before it by a hash, so that none can be changed, left out or put in between unseen.
alter table audit_entries
  drop constraint audit_entries_action,
  add constraint audit_entries_action check (action ~ '^[a-z_]{1,40}$'),
  add column "actorRole" text not null default '',
  add column before jsonb,
  add column after jsonb,
  -- The place in the chain, from 1 on, and the hash up to there (db/functions/audit.sql).
  add column sequence bigint constraint audit_entries_sequence unique,
  add column hash text not null default '';

-- Entries from before there was a chain become its beginning, in the form that audit_hash has.
alter table audit_entries disable trigger append_only;
do $$
declare
  e audit_entries;
  place bigint := 0;
  sum text := '';
begin
  for e in select * from audit_entries order by id loop
    place := place + 1;
    sum := encode(sha256(convert_to(sum || E'\n' || jsonb_build_array(place,
      (extract(epoch from e.created) * 1000000)::bigint, e.actor, e."actorName", e."actorCollection", e."actorRole", e.action,
      e.collection, e.record, e."recordName", e.changes, e.before, e.after)::text, 'UTF8')), 'hex');
    update audit_entries set sequence = place, hash = sum where id = e.id;
  end loop;
end $$;
alter table audit_entries enable trigger append_only;
