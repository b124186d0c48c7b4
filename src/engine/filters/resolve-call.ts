import { type RawBuilder, sql } from 'kysely';
import { FilterError, quoted } from './filter-error.ts';
import { formatTime } from './format-time.ts';
import type { Operand } from './parse-filter.ts';
import type { Scope } from './scope.ts';
import { constantText, type Side } from './values.ts';
import { writeTime } from './write-time.ts';

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
  return { type: 'value', kind: 'number', expression, isComputed: true, isMany: false, isNullable: true };
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
  const written = writeTime(time, { format: format.value, shifts });
  return { type: 'value', kind: 'text', expression: written, isComputed: true, isNullable: true, isMany: side.isMany };
}
