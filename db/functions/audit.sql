-- The audit trail as a chain: each entry's hash covers what it says and the hash before it.

-- What an entry says, as the chain covers it. By the row as JSON: the rows of a backup that is laid out in a schema of its own are no `audit_entries`.
create or replace function audit_says(e jsonb) returns jsonb language sql stable as $$
  select jsonb_build_array(e -> 'sequence', (extract(epoch from (e ->> 'created')::timestamptz) * 1000000)::bigint, e -> 'actor', e -> 'actorName',
    e -> 'actorCollection', e -> 'actorRole', e -> 'action', e -> 'collection', e -> 'record', e -> 'recordName', e -> 'changes', e -> 'before', e -> 'after')
$$;

-- The hash of an entry after `previous`, the hash of the one before it ('' for the first).
create or replace function audit_hash(previous text, e audit_entries) returns text language sql stable as $$
  select chain_hash(previous, audit_says(to_jsonb(e)))
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

-- What is wrong with the chain, in its order; no row when nothing is. In SQL alone, which finds the tables of whoever asks: a restore asks of those it laid out.
create or replace function audit_faults() returns table (place bigint, fault text) language sql stable as $$
  with links as (
    select e.*, lag(e.sequence) over by_place as prior, lag(e.hash) over by_place as sum
    from audit_entries e where e.sequence is not null window by_place as (order by e.sequence))
  select f.place, f.fault from (
    select null::bigint as place, format('entry %s is not part of the chain', e.id) as fault from audit_entries e where e.sequence is null
    union all
    select coalesce(l.prior, 0) + 1, format('%s entries are missing before entry %s', l.sequence - coalesce(l.prior, 0) - 1, l.id)
    from links l where l.sequence <> coalesce(l.prior, 0) + 1
    union all
    select l.sequence, format('entry %s does not say what was written', l.id)
    from links l where l.hash is distinct from chain_hash(coalesce(l.sum, ''), audit_says(to_jsonb(l)))) f
  order by f.place nulls first
$$;
