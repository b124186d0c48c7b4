-- What chains of rows have in common: the hash of a row covers what it says and the hash of the row before it ('' for the first). Stable, so that it
-- is read into the statement around it: how a value is written as text is no more than that.
create or replace function chain_hash(previous text, says jsonb) returns text language sql stable parallel safe as $$
  select encode(sha256(convert_to(previous || E'\n' || says::text, 'UTF8')), 'hex')
$$;
