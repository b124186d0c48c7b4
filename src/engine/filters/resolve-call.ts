import { type RawBuilder, sql } from 'kysely';
import { FilterError } from './filter-error.ts';
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
  throw new FilterError(`There is no function ${call.name}.`);
}

function geoDistance(call: Call, resolve: Resolve): Side {
  if (call.args.length !== 4) throw new FilterError('geoDistance takes four numbers.');
  const [lonA, latA, lonB, latB] = call.args.map((argument) => {
    if (argument.type !== 'identifier' && argument.type !== 'number') {
      throw new FilterError('geoDistance takes fields and numbers.');
    }
    return numberOf(resolve(argument));
  });
  const expression = sql`(6371 * acos(least(1, greatest(-1,
    cos(radians(${latA})) * cos(radians(${latB})) * cos(radians(${lonB}) - radians(${lonA})) + sin(radians(${latA})) * sin(radians(${latB}))))))`;
  return { type: 'value', kind: 'number', expression, isMany: false, isNullable: true };
}

function numberOf(side: Side): RawBuilder<unknown> {
  if (side.type === 'constant') return sql`${typeof side.value === 'number' ? side.value : null}::float8`;
  if (side.kind === 'json') {
    return sql`(case jsonb_typeof(${side.expression}) when 'number' then (${side.expression} #>> '{}')::float8 end)`;
  }
  return side.kind === 'number' ? sql`(${side.expression})::float8` : sql`null::float8`;
}

function strftime(scope: Scope, call: Call, resolve: Resolve): Side {
  const [format, time, ...modifiers] = call.args;
  if (format?.type !== 'text' || call.args.length > 10) throw new FilterError('strftime takes a format first.');
  const shifts = modifiers.map((modifier) => {
    if (modifier.type !== 'text') throw new FilterError('strftime takes texts as modifiers.');
    return modifier.value;
  });
  const nowMs = scope.engine.clock.nowMs();
  if (!time) return { type: 'constant', value: formatTime(format.value, { time: 'now', shifts, nowMs }) };
  const side = resolve(time);
  if (side.type === 'constant') {
    return { type: 'constant', value: formatTime(format.value, { time: constantText(side.value), shifts, nowMs }) };
  }
  if (side.kind !== 'date') throw new FilterError('strftime takes dates.');
  const expression = sql`to_char(${shifted(side.expression, shifts)} at time zone 'UTC', ${databaseFormat(format.value)}::text)`;
  return { ...side, kind: 'text', expression: sql`coalesce(${expression}, '')` };
}

function shifted(expression: RawBuilder<unknown>, shifts: string[]): RawBuilder<unknown> {
  let result = expression;
  for (const shift of shifts) {
    const match = /^([+-]?\d+(?:\.\d+)?) (second|minute|hour|day|month|year)s?$/.exec(shift.trim());
    if (!match) throw new FilterError(`strftime does not know "${shift}" for fields.`);
    result = sql`(${result} + ${`${match[1]} ${match[2]}`}::interval)`;
  }
  return result;
}

const formats: Record<string, string> = {
  Y: 'YYYY',
  m: 'MM',
  d: 'DD',
  H: 'HH24',
  M: 'MI',
  S: 'SS',
  f: 'SS.MS',
  j: 'DDD',
  F: 'YYYY-MM-DD',
  T: 'HH24:MI:SS',
  R: 'HH24:MI',
  '%': '"%"',
};

function databaseFormat(format: string): string {
  return format.replace(/%(.)|([^%"]+)|"/gs, (_whole, letter: string | undefined, text: string | undefined) => {
    if (text !== undefined) return `"${text.replaceAll('\\', '\\\\')}"`;
    if (letter === undefined) return '\\"';
    const known = formats[letter];
    if (known === undefined) throw new FilterError(`strftime does not know %${letter} for fields.`);
    return known;
  });
}
