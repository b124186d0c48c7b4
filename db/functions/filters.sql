-- What filters ask of JSON and of texts that may be times, as the API's language means it.

-- JSON as text without blanks, as it is written in filters.
create or replace function compact_json(value jsonb) returns text language plpgsql immutable strict parallel safe as $$
begin
  case jsonb_typeof(value)
    when 'array' then
      return '[' || coalesce((select string_agg(compact_json(item), ',' order by place)
        from jsonb_array_elements(value) with ordinality as items (item, place)), '') || ']';
    when 'object' then
      return '{' || coalesce((select string_agg(to_json(key)::text || ':' || compact_json(item), ',')
        from jsonb_each(value) as pairs (key, item)), '') || '}';
    else
      return value::text;
  end case;
end $$;

-- A value inside JSON as text: truths are 1 and 0, nothing is null.
create or replace function json_text(value jsonb) returns text language sql immutable strict parallel safe as $$
  select case jsonb_typeof(value)
    when 'boolean' then case when value = 'true'::jsonb then '1' else '0' end
    when 'array' then compact_json(value)
    when 'object' then compact_json(value)
    else value #>> '{}'
  end
$$;

-- A text as a time in UTC; null when it is none. Below PostgreSQL 17 an exception cannot be caught where a query is read in parallel.
create or replace function text_time(value text) returns timestamptz language plpgsql stable strict parallel restricted as $$
begin
  if value !~ '^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?\s*(Z|[+-]\d\d:\d\d)?$' then
    return null;
  end if;
  return case when value ~ '(Z|[+-]\d\d:\d\d)$' then value::timestamptz else (value || 'Z')::timestamptz end;
exception when others then
  return null;
end $$;

-- A text as a number; null when it is none.
create or replace function text_number(value text) returns double precision language sql immutable strict parallel safe as $$
  -- So long that it may be out of a number's range, a text is none.
  select case when length(value) <= 200 and value ~ '^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?\s*$' then value::double precision end
$$;

-- The number that a text begins with; 0 where it begins with none. One that may be out of a number's range is none.
create or replace function number_at_start(value text) returns double precision language sql immutable strict parallel safe as $$
  select case when start ~ '[eE][+-]?\d{3}' then null else coalesce(start, '0')::double precision end
  from substring(left(value, 200) from '^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)') as start
$$;

-- A number as SQLite writes it: whole ones in digits as far as they are kept as such, all else with a point. Not strict, so that it becomes a part
-- of the query that asks it: nothing is nothing as it stands.
create or replace function number_text(value double precision) returns text language sql immutable parallel safe as $$
  select case when value = trunc(value) and abs(value) < 9223372036854775000 then value::bigint::text
    else regexp_replace(value::text, '^(-?\d+)(?=e)', '\1.0') end
$$;
