import { performance } from 'node:perf_hooks';
import { escapeIdentifier } from 'pg';
import type { Row, Transaction } from '../database/database.ts';
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

/**
 * POST /api/sql {query}, for superusers: what a SELECT over collections answers, at most 1,000 rows and as many bytes as the budget says. It is read
 * as a view would be, with the rights of the role that views are read with, and for ten seconds at most; so nothing can be written, and no passwords
 * are read.
 */
export function runSqlRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/sql',
    async handle(request) {
      requireSuperuser(request);
      const { query } = await readTexts(request, ['query']);
      if (query === '') throw badRequest(refusal, { query: required });
      if ([...query].length > maxLength) throw badRequest(refusal, { query: tooLong(maxLength) });
      return { status: 200, body: await runSql(engine, query) };
    },
  };
}

async function runSql(engine: Engine, query: string): Promise<Result> {
  const began = performance.now();
  const undo = new Error('What the reader was let read is taken back.');
  let result: Result | undefined;
  await engine.db
    .transaction(async (tx) => {
      const maxBytes = budgetOf(engine.settings.current(), 'sqlBytes');
      const { columns, rows } = await queryAsReader(
        tx,
        { query, all: engine.collections.all() },
        (reader, from, found) => readRows(reader, { from, columns: found, maxBytes }),
      );
      if (!rows) throw overBudget('sqlBytes');
      const execTime = Math.floor(performance.now() - began);
      result = { execTime, affectedRows: 0, columns: columns.map(describeColumn), rows };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!result) throw new Error('A query had no result.');
  return result;
}

type ViewColumn = { name: string; type: string };

type Reading = { from: string; columns: readonly ViewColumn[]; maxBytes: number };

/**
 * Rows as far as they go; no rows where their values are longer than `maxBytes` in all. The database adds the lengths up and leaves out what is over
 * it, so what is too much never gets here.
 */
async function readRows(tx: Transaction, { from, columns, maxBytes }: Reading) {
  const names = columns.map((_, index) => `c${index}`);
  const list = columns.map((column, index) => `${textSql(column)} as ${names[index]}`).join(', ');
  const size = names.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ');
  const fitting = names.map((name) => `case when bytes <= $1 then ${name} end as ${name}`).join(', ');
  const answered = await tx.query<Row>(
    `select ${fitting}, bytes > $1 as over from (
       select *, sum(${size}) over (rows unbounded preceding) as bytes from (select ${list} from ${from} limit ${maxRows}) answered
     ) measured`,
    [maxBytes],
  );
  const isOver = answered.at(-1)?.over === true;
  return { columns, rows: isOver ? undefined : answered.map((row) => names.map((name) => row[name] as string | null)) };
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
