-- What a lesson costs, as src/rules/lessons and src/rules/money say it.

-- numerator / denominator of cents, to the nearest; half a cent is dropped.
create or replace function portion_of(cents bigint, numerator bigint, denominator bigint) returns bigint language sql immutable parallel safe as $$
  select (2 * cents * numerator + denominator - 1) / (2 * denominator)
$$;

-- An amount as people read it.
create or replace function format_cents(cents bigint) returns text language sql immutable parallel safe as $$
  select 'S$' || to_char(cents / 100.0, 'FM999,999,999,990.00')
$$;

-- The price lines of a lesson, the same as quoteLesson in src/rules/lessons.
create or replace function lesson_lines(i instructors, start timestamptz, minutes integer) returns jsonb language plpgsql stable as $$
declare
  base bigint := portion_of(i."hourlyCents", minutes, 60);
  wall timestamp := start at time zone i.timezone;
  is_weekend boolean := extract(dow from wall) in (0, 6);
  lines jsonb := jsonb_build_array(jsonb_build_object(
    'kind', 'lesson', 'text', minutes || ' minutes at ' || format_cents(i."hourlyCents"), 'cents', base));
begin
  if is_weekend and i."weekendSurchargePercent" > 0 then
    lines := lines || jsonb_build_object('kind', 'weekend', 'text', 'Weekend, ' || i."weekendSurchargePercent" || ' %',
      'cents', portion_of(base, i."weekendSurchargePercent", 100));
  end if;
  if not is_weekend and extract(hour from wall) >= 18 and i."eveningSurchargePercent" > 0 then
    lines := lines || jsonb_build_object('kind', 'evening', 'text', 'Weekday evening, ' || i."eveningSurchargePercent" || ' %',
      'cents', portion_of(base, i."eveningSurchargePercent", 100));
  end if;
  return lines || jsonb_build_object('kind', 'platform_fee', 'text', 'Platform fee', 'cents', 0);
end $$;

-- What the lines come to.
create or replace function lines_total(lines jsonb) returns integer language sql immutable parallel safe as $$
  select coalesce(sum((line ->> 'cents')::integer), 0)::integer from jsonb_array_elements(lines) line
$$;
