-- The audit trail as a chain: each entry's hash covers what it says and the hash before it.

-- The hash of an entry after `previous`, the hash of the one before it ('' for the first).
create or replace function audit_hash(previous text, e audit_entries) returns text language sql stable as $$
  select chain_hash(previous, jsonb_build_array(e.sequence,
    (extract(epoch from e.created) * 1000000)::bigint, e.actor, e."actorName", e."actorCollection", e."actorRole", e.action,
    e.collection, e.record, e."recordName", e.changes, e.before, e.after))
$$;

-- Entries wait for each other, not for anything else: only what staff do is written here, at the end of its transaction.
create or replace function chain_audit_entry() returns trigger language plpgsql as $$
declare
  last audit_entries;
begin
  perform pg_advisory_xact_lock(7261180049);
  select * into last from audit_entries where sequence is not null order by sequence desc limit 1;
  new.sequence := coalesce(last.sequence, 0) + 1;
  new.hash := audit_hash(coalesce(last.hash, ''), new);
  return new;
end $$;
create or replace trigger chain before insert on audit_entries for each row execute function chain_audit_entry();

-- What is wrong with the chain, in its order; no row when nothing is.
create or replace function audit_faults() returns table (place bigint, fault text) language plpgsql stable as $$
declare
  e audit_entries;
  expected bigint := 0;
  sum text := '';
begin
  for e in select * from audit_entries order by sequence nulls first, id loop
    if e.sequence is null then
      return query select null::bigint, format('entry %s is not part of the chain', e.id);
      continue;
    end if;
    expected := expected + 1;
    if e.sequence <> expected then
      return query select expected, format('%s entries are missing before entry %s', e.sequence - expected, e.id);
      expected := e.sequence;
    end if;
    if e.hash <> audit_hash(sum, e) then
      return query select e.sequence, format('entry %s does not say what was written', e.id);
    end if;
    sum := e.hash;
  end loop;
end $$;
