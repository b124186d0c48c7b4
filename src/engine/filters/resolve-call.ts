import { type RawBuilder, sql } from 'kysely';
import { FilterError, quoted } from './filter-error.ts';
import { formatTime } from './format-time.ts';
import type { Operand } from './parse-filter.ts';
import type { Scope } from './scope.ts';
import { constantText, type Side } from './values.ts';

type Call = Extract<Operand, { type: 'call' }>;
type Resolve = (operand: Operand) => Side;

/** The value of `geoDistance(…)` or `strftime(…)`. Throws a FilterError for other functions and wrong arguments. */
export function resolveCall(scope: Scope, call: Call, resolve: Resolve): Side {
  if (call.name === 'geoDistance') return geoDistance(call, resolve);
  if (call.name === 'strftime') return strftime(scope, call, resolve);
  throw new FilterError(`unknown function ${quoted(call.name)}`);
}

function geoDistance(call: Call, resolve: Resolve): Side {
  const count = call.args.length;
  if (count !== 4) throw new FilterError(`[geoDistance] expected 4 arguments, got ${count}`);
  const [lonA, latA, lonB, latB] = call.args.map((argument, index) => {
    if (argument.type !== 'identifier' && argument.type !== 'number') {
      throw new FilterError(`[geoDistance] argument ${index} must be an identifier or number`);
    }
    const side = explained(`[geoDistance] failed to resolve argument ${index}`, () => resolve(argument));
    return numberOf(side);
  });
  // The database's least and greatest pass over what is nothing; a distance to nowhere is nothing.
  const expression = sql`(select case when angle.cosine is not null then 6371 * acos(least(1, greatest(-1, angle.cosine))) end
    from (select cos(radians(${latA})) * cos(radians(${latB})) * cos(radians(${lonB}) - radians(${lonA}))
      + sin(radians(${latA})) * sin(radians(${latB})) as cosine) as angle)`;
  return { type: 'value', kind: 'number', expression, isMany: false, isNullable: true };
}

function explained(what: string, resolve: () => Side): Side {
  try {
    return resolve();
  } catch (error) {
    throw error instanceof FilterError ? new FilterError(`${what}: ${error.message}`) : error;
  }
}

function numberOf(side: Side): RawBuilder<unknown> {
  if (side.type === 'constant') return sql`${typeof side.value === 'number' ? side.value : null}::float8`;
  if (side.kind === 'json') {
    return sql`(case jsonb_typeof(${side.expression}) when 'number' then (${side.expression} #>> '{}')::float8 end)`;
  }
  if (side.kind === 'text') return sql`text_number(${side.expression})`;
  return side.kind === 'number' ? sql`(${side.expression})::float8` : sql`null::float8`;
}

function strftime(scope: Scope, call: Call, resolve: Resolve): Side {
  const [format, given, ...modifiers] = call.args;
  const count = call.args.length;
  if (count < 1) throw new FilterError(`[strftime] expected at least 1 arguments, got ${count}`);
  if (count > 10) throw new FilterError(`[strftime] too many arguments (max allowed 10, got ${count})`);
  if (format?.type !== 'text') throw new FilterError('[strftime] expects the first argument to be a format string');
  const shifts = modifiers.map((modifier, index) => {
    if (modifier.type === 'text') return modifier.value;
    throw new FilterError(`[strftime] invalid modifier argument ${index} - can be only string`);
  });
  const nowMs = scope.engine.clock.nowMs();
  if (!given) return { type: 'constant', value: formatTime(format.value, { time: 'now', shifts, nowMs }) };
  const side = explained('[strftime] failed to resolve time-value argument', () => resolve(given));
  if (side.type === 'constant') {
    return { type: 'constant', value: formatTime(format.value, { time: constantText(side.value), shifts, nowMs }) };
  }
  if (side.kind !== 'date' && side.kind !== 'text')
    throw new FilterError('[strftime] expects the second argument to be of a valid time-value type');
  const time = side.kind === 'date' ? side.expression : sql`text_time(${side.expression})`;
  const wall = shifted(sql`(${time} at time zone 'UTC')`, shifts);
  return { ...side, kind: 'text', expression: sql`coalesce(${formatted(wall, format.value)}, '')` };
}

const starts = new Map([
  ['start of day', 'day'],
  ['start of month', 'month'],
  ['start of year', 'year'],
]);
const unitDays: Record<string, number> = {
  second: 1 / 86_400,
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  month: 31,
  year: 366,
};
/** Times end with the year 9999, as in the reference. A move further than that from anywhere leads to no time. */
const maxShiftDays = 10_000 * 366;

function shifted(expression: RawBuilder<unknown>, shifts: string[]): RawBuilder<unknown> {
  let result = expression;
  for (const shift of shifts.map((text) => text.trim().toLowerCase())) {
    const start = starts.get(shift);
    const match = /^([+-]?\d+(?:\.\d+)?) (second|minute|hour|day|month|year)s?$/.exec(shift);
    if (start) result = sql`date_trunc(${start}, ${result})`;
    else if (match) result = moved(result, match[1] ?? '', match[2] ?? '');
    else if (shift !== 'utc') throw new FilterError(`strftime does not know "${shift}" for fields.`);
  }
  return result;
}

function moved(expression: RawBuilder<unknown>, amount: string, unit: string): RawBuilder<unknown> {
  const isTooFar = Math.abs(Number(amount)) * (unitDays[unit] ?? 1) > maxShiftDays;
  return isTooFar ? sql`null::timestamp` : sql`(${expression} + ${`${amount} ${unit}`}::interval)`;
}

type Piece = (at: RawBuilder<unknown>) => RawBuilder<unknown>;
const char =
  (pattern: string): Piece =>
  (at) =>
    sql`to_char(${at}, ${pattern}::text)`;
const part =
  (name: string): Piece =>
  (at) =>
    sql`floor(extract(${sql.raw(name)} from ${at}))::bigint::text`;
// Weeks begin on the given weekday; days before the first such day are in week 0.
const week =
  (isMondayFirst: boolean): Piece =>
  (at) => {
    const weekday = isMondayFirst
      ? sql`((extract(dow from ${at})::integer + 6) % 7)`
      : sql`extract(dow from ${at})::integer`;
    return sql`lpad(((extract(doy from ${at})::integer + 6 - ${weekday}) / 7)::text, 2, '0')`;
  };

const pieces: Record<string, Piece> = {
  Y: char('YYYY'),
  m: char('MM'),
  d: char('DD'),
  e: (at) => sql`lpad(to_char(${at}, 'FMDD'), 2)`,
  H: char('HH24'),
  k: (at) => sql`lpad(to_char(${at}, 'FMHH24'), 2)`,
  I: char('HH12'),
  l: (at) => sql`lpad(to_char(${at}, 'FMHH12'), 2)`,
  M: char('MI'),
  S: char('SS'),
  f: char('SS.MS'),
  p: char('AM'),
  P: char('am'),
  j: char('DDD'),
  F: char('YYYY-MM-DD'),
  T: char('HH24:MI:SS'),
  R: char('HH24:MI'),
  G: char('IYYY'),
  g: char('IY'),
  V: char('IW'),
  s: part('epoch'),
  w: part('dow'),
  u: part('isodow'),
  W: week(true),
  U: week(false),
  '%': () => sql`'%'::text`,
};

/** The pieces of a format put together; nothing at all when one of them is unknown, as in the reference. */
function formatted(time: RawBuilder<unknown>, format: string): RawBuilder<unknown> {
  const at = sql`moved.at`;
  const parts = format.split(/(%.|%$)/su).filter((text) => text !== '');
  const written = parts.map((text) => {
    if (!text.startsWith('%')) return sql`${text}::text`;
    return pieces[text.slice(1)]?.(at) ?? sql`null::text`;
  });
  if (written.length === 0) return sql`''::text`;
  // A time that is none has no pieces, not even the texts between them. It is computed once, however many pieces are made of it.
  return sql`(select case when ${at} between '0001-01-01' and '9999-12-31 23:59:59.999' then ${sql.join(written, sql` || `)} end
    from (select ${time} as at offset 0) as moved)`;
}
