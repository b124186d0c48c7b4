import { type RawBuilder, sql } from 'kysely';
import { FilterError } from './filter-error.ts';

/**
 * What SQLite's `strftime` makes of an instant in the database, which is nothing where the instant is; `shifts` are its modifiers. Throws a FilterError
 * for a modifier that it does not know.
 */
export function writeTime(
  time: RawBuilder<unknown>,
  { format, shifts }: { format: string; shifts: string[] },
): RawBuilder<unknown> {
  return formatted(shifted(sql`(${time} at time zone 'UTC')`, shifts), format);
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
