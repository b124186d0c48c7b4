-- What chains of rows have in common: the hash of a row covers what it says and the hash of the row before it ('' for the first).
create or replace function chain_hash(previous text, says jsonb) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(previous || E'\n' || says::text, 'UTF8')), 'hex')
$$;
