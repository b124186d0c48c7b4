import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createTurns } from '../create-turns.ts';
import { createListener } from './create-listener.ts';
import { createTransactionTurns } from './create-transaction-turns.ts';
import { followCopies } from './follow-copies.ts';
import { holdLock } from './hold-lock.ts';
import { insertRowsTogether, type RowInsert } from './insert-rows-together.ts';
import { nestSavepoints } from './nest-savepoints.ts';
import { canBeStored, type RowQuestion, readRowsTogether } from './read-rows-together.ts';
import { createShortReads, type ShortReads } from './short-reads.ts';
import { closeOldConnections, createStatementNames } from './statement-names.ts';
import { answerTimeout, createPool, type DatabaseTimes, endPool, followClients, isGivenUp } from './time-limits.ts';

export type Row = Record<string, unknown>;

/** Something that answers SQL with parameters: the pool, or one transaction. */
export type Queryable = {
  /** Runs one statement with `$1…` parameters as a named prepared statement and returns its rows. */
  query: <T extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<T[]>;
  /** The row of one id, or undefined. Outside of transactions, questions that wait at the same time are asked together. */
  findById: (question: RowQuestion) => Promise<Row | undefined>;
};

export type Transaction = Queryable & {
  /** Work for after the commit (realtime, mail wake-ups). Not run when the transaction rolls back. */
  afterCommit: (run: () => void | Promise<void>) => void;
  /** Runs `run` in a savepoint: when it throws, only its own writes are undone. */
  savepoint: <T>(run: () => Promise<T>) => Promise<T>;
  /** Runs a text of several statements without parameters: a migration's file. */
  script: (text: string) => Promise<void>;
  /** Runs one statement without parameters whose columns are others each time: it is prepared nowhere. */
  once: <T extends Row = Row>(text: string) => Promise<T[]>;
  /** The rows of a `copy … to stdout` statement, as bytes. Nothing else may be asked of the transaction until they are read. */
  copyOut: (text: string) => Readable;
  /** Takes the bytes of rows for a `copy … from stdin` statement. Nothing else may be asked of the transaction until it has finished. */
  copyIn: (text: string) => Writable;
};

export type Database = Queryable & {
  /** Inserts a row together with those for the same table that wait at the same time. Null where all is one transaction already. */
  insertTogether: ((insert: RowInsert) => Promise<Row>) | null;
  /**
   * Runs `run` in one READ COMMITTED transaction. A deadlock (40P01) or serialisation failure (40001) is tried again up to
   * three times with jitter, so `run` must have no effect outside the database. The statements of a long one have no time limit.
   */
  transaction: <T>(run: (tx: Transaction) => Promise<T>, options?: { isLong?: boolean }) => Promise<T>;
  /** Runs `work` while no other server has the lock of a name, with no transaction open for it; false when one has, and nothing was done. */
  holdLock: (name: string, work: () => Promise<void>) => Promise<boolean>;
  /**
   * Listens on a channel with this server's one listening connection, which reconnects by itself. `onGap` is called when it was lost and
   * again, with `true`, when it is back: what was said in between was not heard.
   */
  listen: (channel: string, onPayload: (payload: string) => void, onGap?: (isBack: boolean) => void) => Promise<void>;
  /** Asks what a stranger thought of, and no longer than so many milliseconds. Nothing that a transaction has not committed yet is seen. */
  readShortly: ShortReads['read'];
  /** The pool as it is now. */
  connections: () => ConnectionCounts;
  /** To be called when a table changed its columns: plans that were prepared for the old ones are not used again. */
  forgetStatements: () => void;
  close: () => Promise<void>;
};

/** Connections that are in use or idle, and questions that wait for one. */
export type ConnectionCounts = { used: number; idle: number; waiting: number };

export type DatabaseOptions = {
  /** Anything `pg` takes: `{connectionString}` or `{host: socketFolder, user, database}`. */
  connection: pg.PoolConfig;
  /** Pool size; 10 unless told. */
  maxConnections?: number;
  /** Without them the database is waited for as long as it takes: for migrations. */
  times?: DatabaseTimes;
};

/** What PostgreSQL says of a statement whose table is another than when it was prepared: other columns, or values of other types. Nothing was done. */
const outdatedPlans = new Set(['0A000', '42804', '42883']);
/** Errors of transactions that met a statement of this kind: it is planned anew when they are run again. */
const outdated = new WeakSet<Error>();
const retryableCodes = new Set(['40P01', '40001']);

// bigint arrives as text by default; every bigint of ours is far below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

/** What the driver takes, and its types leave out: how a statement without parameters is sent. */
type NamedQuery = pg.QueryConfig & { queryMode?: 'extended' };

/** Opens a pool on a PostgreSQL 15 to 18. Statements are named by their text, at most 500 of them (then they go unnamed). */
export function openDatabase(options: DatabaseOptions): Database {
  const connection: pg.PoolConfig = { ...options.connection, types };
  const pool = createPool({ max: options.maxConnections ?? 10, ...connection }, options.times);
  const inTurn = createTransactionTurns(pool.options.max, options.times?.connectMs);
  const open = followClients(pool);
  const names = createStatementNames();
  closeOldConnections(pool, names);
  const run =
    (times: DatabaseTimes | undefined, client?: pg.PoolClient) =>
    async <T extends Row>(text: string, values?: readonly unknown[]) => {
      const ask = (config: NamedQuery) => (client ? client.query<T>(config) : askPool<T>(pool, config));
      const isKnown = names.knows(text);
      const config = configOf(text, values, { name: names.of(text), times });
      try {
        return (await ask(config)).rows;
      } catch (error) {
        // A table changed between planning and now. A transaction is lost by the error, and run again; a single statement is planned again.
        if (!isKnown || !outdatedPlans.has(databaseErrorCode(error) ?? '')) throw error;
        names.forgetText(text);
        if (client) throw noteOutdated(error);
        return (await ask(configOf(text, values, { times }))).rows;
      }
    };
  const listener = createListener(connection);
  const shortReads = createShortReads(connection, options.times);
  const once = run(options.times);
  // Alone, too, a statement may be the one that ends a deadlock of others.
  const query: Queryable['query'] = (text, values) => withRetries(() => once(text, values));
  return {
    query,
    findById: readRowsTogether(query),
    insertTogether: insertRowsTogether((text, values) => unlessRefused(query(text, values))),
    transaction: async (body, { isLong = false } = {}) => {
      const times = isLong ? undefined : options.times;
      const begin = isLong && options.times ? 'begin; set local statement_timeout = 0' : 'begin';
      const manner = { run: (client: pg.PoolClient) => run(times, client), times, begin };
      const { result, after } = await withRetries(() => inTurn(() => runTransaction(pool, manner, body)));
      for (const work of after) await work();
      return result;
    },
    holdLock: (name, work) => holdLock(pool, (client) => run(options.times, client), { name, work }),
    listen: listener.listen,
    readShortly: shortReads.read,
    connections: () => {
      const { totalCount, idleCount, waitingCount } = pool;
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    forgetStatements: names.forget,
    async close() {
      await Promise.all([listener.close(), shortReads.close(), endPool(pool, open)]);
    },
  };
}

/** Asks on a connection of the pool that stays open after a refusal. The pool's own way closes it, and what is prepared on it is lost. */
async function askPool<T extends Row>(pool: pg.Pool, config: NamedQuery): Promise<pg.QueryResult<T>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await client.query<T>(config);
  } catch (error) {
    if (!isRefusal(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The database says no to a statement, and the connection goes on: not so when it is shutting down, or broken itself. */
function isRefusal(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code !== undefined && !/^(?:08|57P|XX)/.test(code);
}

type NamedStatement = { name?: string | undefined; times: DatabaseTimes | undefined };

function configOf(text: string, values: readonly unknown[] = [], { name, times }: NamedStatement): NamedQuery {
  // Without a name, too, one text is one statement: the simple protocol would take several.
  const manner = name ? { name } : { queryMode: 'extended' as const };
  return { text, values: [...values], ...answerTimeout(times), ...manner };
}

function noteOutdated(error: unknown): unknown {
  outdated.add(error as Error);
  return error;
}

type AfterCommit = () => void | Promise<void>;

type Manner = {
  run: (client: pg.PoolClient) => Queryable['query'];
  times: DatabaseTimes | undefined;
  begin: string;
};

/** The row of one id, asked alone. */
export async function findByIdAlone(query: Queryable['query'], question: RowQuestion): Promise<Row | undefined> {
  if (!canBeStored(question.id)) return undefined;
  const rows = await query(question.text, [[question.id], ...(question.values ?? [])]);
  return rows[0];
}

/** The result of `body`, committed, and what it left to be done after that. */
async function runTransaction<T>(
  pool: pg.Pool,
  { run, times, begin }: Manner,
  body: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; after: readonly AfterCommit[] }> {
  const client = await pool.connect();
  // Two calls at once would be two statements of one connection: each waits for the one before.
  const inTurn = createTurns(1);
  const say = (text: string) => inTurn(() => client.query({ text, ...answerTimeout(times) }));
  const after: AfterCommit[] = [];
  const nested = nestSavepoints();
  const copies = followCopies();
  const ask = run(client);
  const query: Queryable['query'] = (text, values) => inTurn(() => ask(text, values));
  const tx: Transaction = {
    query,
    findById: (question) => findByIdAlone(query, question),
    afterCommit: (work) => void after.push(work),
    savepoint: (work) =>
      nested(async (name) => {
        await say(`savepoint ${name}`);
        try {
          const result = await work();
          await say(`release savepoint ${name}`);
          return result;
        } catch (error) {
          await say(`rollback to savepoint ${name}`);
          throw error;
        }
      }),
    script: (text) => inTurn(async () => void (await client.query(text))),
    once: <T extends Row>(text: string) =>
      inTurn(async () => (await client.query<T>(configOf(text, [], { times }))).rows),
    copyOut: (text) => copies.add(client.query(copyTo(text))),
    copyIn: (text) => client.query(copyFrom(text)),
  };
  let broken: Error | undefined;
  let result: T;
  try {
    await say(begin);
    result = await body(tx);
    await say('commit');
  } catch (error) {
    // Behind rows that nobody reads any more a rollback would wait for ever: the connection goes, and the transaction with it.
    if (copies.areOpen()) broken = new Error('A copy was broken off.');
    else if (isGivenUp(error)) broken = error as Error;
    else {
      await say('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
  return { result, after };
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= 3 || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}

function isRetryable(error: unknown): boolean {
  return outdated.has(error as Error) || retryableCodes.has(databaseErrorCode(error) ?? '');
}

// Any other error leaves open whether the rows are there.
async function unlessRefused(rows: Promise<Row[]>): Promise<Row[] | undefined> {
  try {
    return await rows;
  } catch (error) {
    if (/^2[23]/.test(databaseErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** The SQLSTATE of an error that PostgreSQL answered, else undefined. */
export function databaseErrorCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The name of the constraint that a statement violated, else undefined. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}
