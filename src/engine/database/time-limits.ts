import type { Socket } from 'node:net';
import pg from 'pg';

/** How long the database is waited for, in milliseconds. */
export type DatabaseTimes = {
  /** For a connection, a free one of the pool included. */
  connectMs: number;
  /** For a statement: asked anew for each connection, which lives ten minutes at most. The database itself ends it then. */
  statementMs: () => number;
};

/** How much longer than the database we wait ourselves: only a network that is silent needs it. */
const silenceMs = 3000;
const lifetimeSeconds = 600;
const keepAliveMs = 10_000;
const closeMs = 3000;
const baseOptions = '-c timezone=UTC -c jit=off';

/**
 * A pool whose connections notice a peer that is gone, and that waits for nothing longer than `times` say. What a broken connection says by an
 * event ends nothing: the statement that waits for it fails, and the pool opens another one.
 */
export function createPool(config: pg.PoolConfig, times: DatabaseTimes | undefined): pg.Pool {
  const pool = newPool(config, times);
  pool.on('error', () => {});
  // The pool listens to idle connections alone. The last words of a database may come after its connection was let go as broken.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

function newPool(config: pg.PoolConfig, times: DatabaseTimes | undefined): pg.Pool {
  const kept = { ...config, options: baseOptions, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs };
  if (!times) return new pg.Pool(kept);
  class LimitedClient extends pg.Client {
    constructor(clientConfig?: pg.ClientConfig) {
      super({ ...clientConfig, options: `${baseOptions} -c statement_timeout=${times?.statementMs() ?? 0}` });
    }
  }
  return new pg.Pool({
    ...kept,
    Client: LimitedClient,
    connectionTimeoutMillis: times.connectMs,
    maxLifetimeSeconds: lifetimeSeconds,
  });
}

/** When the answer to a statement is given up, so that its connection is not waited for without end. */
export function answerTimeout(times: DatabaseTimes | undefined): { query_timeout?: number } {
  return times ? { query_timeout: times.statementMs() + silenceMs } : {};
}

/** True for a statement that was given up: its connection is of no more use. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Ends a pool; connections on which a silent database still owes an answer are cut off. */
export async function endPool(pool: pg.Pool, open: ReadonlySet<pg.PoolClient>): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of open) socketOf(client)?.destroy();
  }, closeMs);
  await pool.end().finally(() => clearTimeout(timer));
}

/** Ends a connection; it is cut off when the database says nothing. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => socketOf(client)?.destroy(), closeMs);
  await client.end().finally(() => clearTimeout(timer));
}

/** The connections of a pool that are open at the moment. */
export function followClients(pool: pg.Pool): ReadonlySet<pg.PoolClient> {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => void open.add(client));
  pool.on('remove', (client) => void open.delete(client));
  return open;
}

// `pg` has it and does not tell its types.
function socketOf(client: object): Socket | undefined {
  return (client as { connection?: { stream?: Socket } }).connection?.stream;
}

const heartbeatMs = 15_000;

/** Asks a listening connection again and again whether it is still heard, and cuts it off when not; it then says `end`. */
export function watchHeartbeat(client: pg.Client): void {
  const timer = setInterval(() => {
    const config = { text: 'select 1', query_timeout: heartbeatMs / 2 };
    client.query(config as pg.QueryConfig).catch(() => socketOf(client)?.destroy());
  }, heartbeatMs).unref();
  client.once('end', () => clearInterval(timer));
}
