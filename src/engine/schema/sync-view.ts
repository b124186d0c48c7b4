import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Collection, Field } from '../collections/collection.ts';
import { isMultiple } from '../collections/collection.ts';
import { databaseErrorCode, type Row, type Transaction } from '../database/database.ts';
import { DeadlineError } from '../database/until-deadline.ts';
import { badRequest, type FieldError } from '../http/api-error.ts';
import { explainSyntax, translateQuery } from '../sqlite/translate-query.ts';
import { Untranslatable } from '../sqlite/translating.ts';
import { findViewFields, unknownViewField, viewFieldOf } from './find-view-fields.ts';
import { giveToReader, guardView, viewReader } from './guard-view.ts';
import { singleStatement, ViewQueryError } from './parse-view-query.ts';
import { lengthOutOfRange } from './validation-errors.ts';

type ViewColumn = { name: string; type: string };
export type ViewReading = {
  fields: Field[];
  columns: ViewColumn[];
  error?: FieldError;
  /** The query as PostgreSQL reads it. */
  sql: string;
  /** The same in no order, with a column `_seq` that tells it, where there can be one. */
  placed?: string | undefined;
};

/** How views are made, which stands with each of them: those of another make are made anew at the start. */
export const viewMake = 'kerbside 3';

const probe = 'pg_temp._view_probe';
const timeLimit = '10s';
/** Longer than anybody writes: what reads a query may take more than twice as long for one of twice the length. */
const maxQueryLength = 50_000;

/**
 * The fields that a view's query yields, by its text and by asking the database, which runs nothing of it but a look at its rights; `error`
 * tells why it yields none (wire contract, section 13).
 */
export async function readViewFields(tx: Transaction, query: string, all: readonly Collection[]): Promise<ViewReading> {
  if (query === '') {
    return { fields: [], columns: [], sql: '', error: { code: 'validation_required', message: 'Cannot be blank.' } };
  }
  if (query.length > maxQueryLength) {
    return { fields: [], columns: [], sql: '', error: lengthOutOfRange(0, maxQueryLength) };
  }
  try {
    const known = findViewFields(query, all);
    const { sql, placed, columns } = await tryQuery(tx, query, all);
    const fields = columns.map(({ name, type }) => {
      const field = viewFieldOf(known, name)?.field;
      return field && fits(field, type) ? field : unknownViewField(name);
    });
    if (fields.some(({ name }) => name === 'id')) return { fields, columns, sql, placed };
    const advice = "you can use `(ROW_NUMBER() OVER()) as id` if you don't have one";
    return { fields, columns, sql, error: invalid(`missing required id column (${advice})`) };
  } catch (error) {
    return { fields: [], columns: [], sql: '', error: invalid(explain(error)) };
  }
}

const syntaxError = '42601';

type Tried = { sql: string; placed?: string | undefined; columns: ViewColumn[] };

/** The query in SQLite's words, or where it has no meaning there in PostgreSQL's own. Throws what speaks against it in the first. */
async function tryQuery(tx: Transaction, query: string, all: readonly Collection[]): Promise<Tried> {
  const text = singleStatement(query);
  const plain = () => tryStatement(tx, text, all);
  let translated: ReturnType<typeof translateQuery>;
  try {
    translated = translateQuery(text, all);
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    if (!error.mayBeOthers) throw new ViewQueryError(error.message);
    return plain().catch(() => Promise.reject(new ViewQueryError(error.message)));
  }
  if (translated === undefined) {
    return plain().catch((error: unknown) => {
      const place = databaseErrorCode(error) === syntaxError ? explainSyntax(text) : undefined;
      throw place === undefined ? error : new ViewQueryError(`SQL logic error: ${place}`);
    });
  }
  try {
    return { ...(await tryStatement(tx, translated.sql, all)), placed: translated.placed };
  } catch (error) {
    // A function of PostgreSQL's may want what SQLite's words became otherwise.
    return plain().catch(() => Promise.reject(error));
  }
}

async function tryStatement(tx: Transaction, sql: string, all: readonly Collection[]): Promise<Tried> {
  return { sql, columns: await tx.savepoint(() => withProbe(tx, { sql, all }, () => readColumns(tx))) };
}

function invalid(reason: string): FieldError {
  return { code: 'validation_invalid_view_query', message: `Invalid query - ${reason.slice(0, 500)}.` };
}

type Sample = { reading: ViewReading; all: readonly Collection[] };

/** Up to ten rows of a query as a view would answer them, read with the view reader's rights and for ten seconds at most. */
export async function sampleView(tx: Transaction, { reading, all }: Sample): Promise<Row[]> {
  await limitTime(tx);
  const fields = new Map(reading.fields.map((field) => [field.name, field]));
  const list = reading.columns.map(
    (column) => `${columnSql(column, fields.get(column.name))} as ${escapeIdentifier(column.name)}`,
  );
  return withProbe(tx, { sql: reading.sql, all }, () => tx.query(`select ${list.join(', ')} from ${probe} limit 10`));
}

/** What is wrong with the ids of a view's first rows, in the reference's words; undefined when nothing is. */
export function findWrongIds(rows: readonly Row[]): string | undefined {
  const ids = rows.map(({ id }) => String(id ?? ''));
  if (ids.includes('')) return 'the query could return records with empty or invalid ids';
  return new Set(ids).size < ids.length ? 'the query could return records with non-unique ids' : undefined;
}

/** The same of a view that is about to be stored. What fails only when it is run is told when it is read. */
export async function tryIds(tx: Transaction, sample: Sample): Promise<FieldError | undefined> {
  if (sample.reading.error) return undefined;
  const [before] = await tx.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
  const rows = await tx
    .savepoint(() => sampleView(tx, sample))
    .catch((error: unknown) => {
      if (databaseErrorCode(error) === undefined) throw error;
      return [];
    });
  await tx.query(`select set_config('statement_timeout', $1, true)`, [before?.limit ?? '0']);
  const wrong = findWrongIds(rows);
  return wrong === undefined ? undefined : invalid(wrong);
}

/** What `read` makes of a query's rows, read with the view reader's rights for as long as `tx` lets it. Throws 400 with the reason. */
export async function queryAsReader<T>(
  tx: Transaction,
  { query, all }: { query: string; all: readonly Collection[] },
  read: (tx: Transaction, from: string, columns: readonly ViewColumn[]) => Promise<T>,
): Promise<T> {
  try {
    const { sql } = await tryQuery(tx, query, all);
    return await withProbe(tx, { sql, all }, async () => read(tx, probe, await readColumns(tx)));
  } catch (error) {
    if (error instanceof DeadlineError) throw error;
    throw badRequest(`Failed to execute query. Raw error:\n${explain(error)}.`);
  }
}

async function limitTime(tx: Transaction): Promise<void> {
  await tx.query(`select set_config('statement_timeout', $1, true)`, [timeLimit]);
}

type Probe = { sql: string; all: readonly Collection[] };

async function withProbe<T>(tx: Transaction, { sql, all }: Probe, run: () => Promise<T>): Promise<T> {
  const [role] = await tx.query('select 1 from pg_roles where rolname = $1', [viewReader]);
  if (!role) throw new ViewQueryError(`the database has no role ${viewReader}`);
  await tx.query(`create temporary view _view_probe as ${sql}`);
  await guardView(tx, probe, all);
  const result = await run();
  await tx.query(`drop view ${probe}`);
  return result;
}

async function readColumns(tx: Transaction): Promise<ViewColumn[]> {
  // Rights are looked at when a query begins, also one that wants no rows. It is not prepared: the next view has other columns.
  await tx.script(`select * from ${probe} limit 0`);
  return tx.query<ViewColumn>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 order by attnum`,
    [probe],
  );
}

/** Why the database refuses a query, for the commonest reasons in the reference's words, which clients know. */
function explain(error: unknown): string {
  const reason = error instanceof Error ? error.message : '';
  const name = (/"([^"]+)"/.exec(reason) ?? /column (\S+) does/.exec(reason))?.[1] ?? '';
  switch (databaseErrorCode(error)) {
    case '42703':
      return `SQL logic error: no such column: ${name} (1)`;
    case '42P01':
      return `SQL logic error: no such table: main.${name} (1)`;
    case syntaxError:
      return `SQL logic error: near "${name}": syntax error (1)`;
    default:
      return reason;
  }
}

const numeric = /^(?:numeric|smallint|integer|bigint|real|double precision)$/;
const temporal = /^(?:date|timestamp)/;

// A name may stand for something else than the text of the query lets think, such as a subquery called like a collection.
function fits(field: Field, type: string): boolean {
  if (field.type === 'number') return numeric.test(type);
  if (field.type === 'bool') return type === 'boolean' || numeric.test(type);
  if (field.type === 'date' || field.type === 'autodate') return temporal.test(type);
  if (field.type === 'json' || field.name === 'id') return true;
  return isMultiple(field) || field.type === 'geoPoint' ? type === 'jsonb' : /^(?:text|character)/.test(type);
}

type ViewChange = {
  collection: Collection;
  original: Collection | null;
  reading: Pick<ViewReading, 'columns' | 'sql' | 'placed'>;
};

/**
 * Makes or replaces a collection's view. Its `_seq`, the order of unsorted lists, is the order in which the query answers: numbers of its rows only
 * where nothing else tells it, as every row must be read for those, also where one is asked for.
 */
export async function syncView(tx: Transaction, { collection, original, reading }: ViewChange): Promise<void> {
  if (original) await tx.query(`drop view if exists ${escapeIdentifier(original.name)}`);
  const fields = new Map(collection.fields.map((field) => [field.name, field]));
  const list = reading.columns.map(
    (column) => `${columnSql(column, fields.get(column.name))} as ${escapeIdentifier(column.name)}`,
  );
  const view = escapeIdentifier(collection.name);
  const { sql, placed } = reading;
  await tx.query(
    `create view ${view} as
     select ${list.join(', ')}, ${placed ? '_seq' : 'row_number() over () as _seq'} from (${placed ?? sql}\n) as _rows`,
  );
  await tx.query(`comment on view ${view} is ${escapeLiteral(viewMake)}`);
  await giveToReader(tx, view);
}

// Fields are never null on the wire, but for dates and JSON.
function columnSql({ name, type }: ViewColumn, field: Field | undefined): string {
  const column = escapeIdentifier(name);
  if (name === 'id') return `${column}::text`;
  if (field?.type === 'json') return jsonSql(column, type);
  if (field?.type === 'bool' && numeric.test(type)) return `coalesce(${column} = 1, false)`;
  if (numeric.test(type)) return `coalesce(${column}::double precision, 0)`;
  if (type === 'boolean') return `coalesce(${column}, false)`;
  if (temporal.test(type)) return `${column}::timestamptz`;
  return type === 'json' || type === 'jsonb' ? `${column}::jsonb` : `coalesce(${column}::text, '')`;
}

function jsonSql(column: string, type: string): string {
  if (numeric.test(type)) return `to_jsonb(${column}::double precision)`;
  if (temporal.test(type)) {
    return `to_jsonb(to_char(${column}::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"'))`;
  }
  return type === 'json' || type === 'jsonb' ? `${column}::jsonb` : `to_jsonb(${column})`;
}
