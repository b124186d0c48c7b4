-- What SQLite's functions of JSON do, for views.

-- A value with an item put at a place (`set`), only where there is none yet (`insert`), only where there is one (`replace`), or without what is
-- there (`remove`). A step of the path is a key, a place counted from 0 or, below 0, from the end, or `#` for the place behind the last.
create or replace function json_placed(value jsonb, path text[], item jsonb, how text) returns jsonb language plpgsql immutable parallel safe as $$
declare
  kind constant text := jsonb_typeof(value);
  step constant text := path[1];
  size constant int := case when kind = 'array' then jsonb_array_length(value) else 0 end;
  place int;
  inner_value jsonb;
  is_known boolean;
begin
  if step is null then
    return case how when 'insert' then value when 'remove' then null else item end;
  elsif kind = 'object' then
    is_known := value ? step;
    inner_value := value -> step;
  elsif kind = 'array' and step ~ '^(#|-?\d{1,9})$' then
    place := case when step = '#' then size when step like '-%' then size + step::int else step::int end;
    is_known := place between 0 and size - 1;
    inner_value := value -> place;
  else
    return value;
  end if;
  if not is_known and (how in ('replace', 'remove') or place <> size) then
    return value;
  end if;
  if how = 'remove' and path[2] is null then
    return case kind when 'object' then value - step else value - place end;
  end if;
  if not is_known and path[2] ~ '^-?[1-9]\d*$' then
    return value;
  elsif is_known or path[2] is null then
    inner_value := case when is_known then json_placed(inner_value, path[2:], item, how) else item end;
  else
    inner_value := json_placed(case when path[2] in ('#', '0') then '[]'::jsonb else '{}' end, path[2:], item, how);
  end if;
  return case
    when kind = 'object' then value || jsonb_build_object(step, inner_value)
    when is_known then jsonb_set(value, array[place::text], inner_value)
    else value || jsonb_build_array(inner_value)
  end;
end $$;

-- A value with what another says of it (RFC 7396): null takes a key away.
create or replace function json_patched(value jsonb, patch jsonb) returns jsonb language plpgsql immutable strict parallel safe as $$
declare
  result jsonb := case jsonb_typeof(value) when 'object' then value else '{}' end;
  pair record;
begin
  if jsonb_typeof(patch) <> 'object' then
    return patch;
  end if;
  for pair in select * from jsonb_each(patch) loop
    result := case jsonb_typeof(pair.value)
      when 'null' then result - pair.key
      else result || jsonb_build_object(pair.key, json_patched(coalesce(result -> pair.key, 'null'), pair.value)) end;
  end loop;
  return result;
end $$;

-- Whether a text is JSON: PostgreSQL can be asked from 16 on. Below 17 an exception cannot be caught where a query is read in parallel.
create or replace function is_json(value text) returns boolean language plpgsql immutable strict parallel restricted as $$
begin
  perform value::json;
  return true;
exception when others then
  return false;
end $$;

-- A part of a text by SQLite's count: from the end where it begins below 0, and what is before it where its length is.
create or replace function text_part(value text, first bigint, size bigint) returns text language sql immutable strict parallel safe as $$
  select case when till > start then substr(value, start::int, (till - start)::int) else '' end
  from (select case when first < 0 then length(value) + first + 1 else first end as at) as place,
    lateral (select least(at, at + size) as low, greatest(at, at + size) as high) as ends,
    lateral (select greatest(low, 1) as start, least(high, length(value) + 1) as till) as inside
$$;
