import { performance } from 'node:perf_hooks';
import { escapeIdentifier } from 'pg';
import { createTurns } from '../create-turns.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import { DeadlineError, untilDeadline } from '../database/until-deadline.ts';
import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import { readTexts } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { budgetOf, overBudget } from '../limits/budgets.ts';
import { queryAsReader } from './sync-view.ts';
import { tooLong } from './validation-errors.ts';

const refusal = 'An error occurred while validating the submitted data.';
const maxLength = 5000;
const maxRows = 1000;

type Column = { name: string; type: string; nullable: boolean };
type Result = { execTime: number; affectedRows: number; columns: Column[]; rows: Array<Array<string | null>> };

/** One at a time on all servers: what a query makes the database hold is then held once. */
const lock = 7_261_180_044;

/**
 * POST /api/sql {query}, for superusers: what a SELECT over collections answers, at most 1,000 rows, and as many bytes and milliseconds as the budgets
 * say. It is read as a view would be, with the rights of the role that views are read with; so nothing can be written, and no passwords are read.
 */
export function runSqlRoute(engine: Engine): Route {
  const inTurn = createTurns(1);
  return {
    method: 'POST',
    path: '/api/sql',
    async handle(request) {
      const auth = requireSuperuser(request);
      const { query } = await readTexts(request, ['query']);
      if (query === '') throw badRequest(refusal, { query: required });
      if ([...query].length > maxLength) throw badRequest(refusal, { query: tooLong(maxLength) });
      await engine.hooks.watcher.noteReading({ auth, action: 'export', collection: '_sql', after: { query } });
      const deadlineMs = performance.now() + budgetOf(engine.settings.current(), 'sqlMs');
      return { status: 200, body: await inTurn(() => runSql(engine, query, deadlineMs)) };
    },
  };
}

async function runSql(engine: Engine, query: string, deadlineMs: number): Promise<Result> {
  const began = performance.now();
  const undo = new Error('What the reader was let read is taken back.');
  let result: Result | undefined;
  try {
    // No request is left waiting for a connection while one waits for its turn.
    if (began >= deadlineMs) throw new DeadlineError();
    await engine.db.transaction(async (tx) => {
      const timed = untilDeadline(tx, deadlineMs);
      await timed.query('select pg_advisory_xact_lock($1)', [lock]);
      await limitSpace(tx);
      const maxBytes = budgetOf(engine.settings.current(), 'sqlBytes');
      const { columns, rows } = await queryAsReader(
        timed,
        { query, all: engine.collections.all() },
        (reader, from, found) => readRows(reader, { from, columns: found, maxBytes }),
      );
      if (!rows) throw overBudget('sqlBytes');
      const execTime = Math.floor(performance.now() - began);
      result = { execTime, affectedRows: 0, columns: columns.map(describeColumn), rows };
      throw undo;
    });
  } catch (error) {
    if (error instanceof DeadlineError) throw overBudget('sqlMs');
    if (error !== undo) throw error;
  }
  if (!result) throw new Error('A query had no result.');
  return result;
}

const notAllowed = '42501';

/** Bounds what a query puts on the database's disk. Only an account that may do so can; that of the embedded database may. */
async function limitSpace(tx: Transaction): Promise<void> {
  await tx
    .savepoint(() => tx.query(`select set_config('temp_file_limit', '256MB', true)`))
    .catch((error: unknown) => {
      if (databaseErrorCode(error) !== notAllowed) throw error;
    });
}

type ViewColumn = { name: string; type: string };

type Reading = { from: string; columns: readonly ViewColumn[]; maxBytes: number };

/** Few enough that little is computed in vain behind the row that is too much. */
const rowsAtOnce = 20;

/**
 * Rows as far as they go; no rows where their values are longer than `maxBytes` in all. The database adds the lengths up and leaves out what is over
 * it, so what is too much never gets here; nor is a row asked for behind it.
 */
async function readRows(tx: Transaction, { from, columns, maxBytes }: Reading) {
  const names = columns.map((_, index) => `c${index}`);
  const list = columns.map((column, index) => `${textSql(column)} as ${names[index]}`).join(', ');
  const size = names.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ');
  const limit = Math.floor(maxBytes);
  const fitting = names.map((name) => `case when bytes <= ${limit} then ${name} end as ${name}`).join(', ');
  await tx.script(
    `declare _sql_rows no scroll cursor for select ${fitting}, bytes > ${limit} as over from (
       select *, sum(${size}) over (rows unbounded preceding) as bytes from (select ${list} from ${from} limit ${maxRows}) answered
     ) measured`,
  );
  const rows: Array<Array<string | null>> = [];
  for (;;) {
    const some = await tx.once(`fetch ${rowsAtOnce} from _sql_rows`);
    if (some.at(-1)?.over === true) return { columns, rows: undefined };
    rows.push(...some.map((row) => names.map((name) => row[name] as string | null)));
    if (some.length < rowsAtOnce) break;
  }
  // It holds the view that it reads.
  await tx.script('close _sql_rows');
  return { columns, rows };
}

/** All values are texts on the wire, times as everywhere else. */
function textSql({ name, type }: ViewColumn): string {
  const column = escapeIdentifier(name);
  return /^timestamp|^date$/.test(type)
    ? `to_char(${column}::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS"Z"')`
    : `${column}::text`;
}

function describeColumn({ name, type }: ViewColumn): Column {
  return { name, type: type.toUpperCase(), nullable: true };
}
