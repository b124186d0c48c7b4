import { createTurns, type Turns } from '../create-turns.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, badRequest, forbidden } from '../http/api-error.ts';
import { errorEnvelope } from '../http/error-envelope.ts';
import type { RequestBody, RequestContext, Route } from '../http/route.ts';
import type { RequestLimiter } from '../limits/create-request-limiter.ts';
import { untilSettled } from '../run-again.ts';
import { lockRecords } from './lock-records.ts';
import { type BatchItem, readBatch } from './read-batch.ts';
import { type BatchResult, FailedItem, runItem, runItems } from './run-item.ts';
import { writeAsOne } from './write-as-one.ts';

const refusal = 'Batch transaction failed.';
const defaultBodyBytes = 128 * 1024 * 1024;
/** SQLSTATE of a statement that ran into its time limit. */
const cancelled = '57014';
/** Batches at once on one server: each holds a connection of the pool's 10 and may need another for a moment, as all other calls do. */
const atOnce = 4;

/** The batch took too long, or nobody waits for its answer any more. */
class BatchEnded extends Error {}

/**
 * POST /api/batch (wire contract, section 16): record writes in one transaction, all or nothing. 403 unless the settings allow it; 400 with
 * the refusal of the one call that failed, without details when the time ran out or the client went away.
 */
export function batchRoute(engine: Engine, limit: RequestLimiter): Route {
  const turns = createTurns(atOnce);
  return {
    method: 'POST',
    path: '/api/batch',
    bodyLimits(usual, { sender }) {
      const { enabled, maxBodySize } = engine.settings.current().batch;
      const most = enabled ? maxBodySize || defaultBodyBytes : Number.POSITIVE_INFINITY;
      const bytes = sender === 'guest' && enabled ? Math.min(most, usual.bytes) : most;
      // Only files make a person's batch large.
      return { ...usual, bytes, textBytes: sender === 'person' && enabled ? Math.min(bytes, usual.bytes) : bytes };
    },
    async handle(request) {
      const { enabled, maxRequests, timeout } = engine.settings.current().batch;
      if (!enabled || maxRequests <= 0) throw forbidden('Batch requests are not allowed.');
      const items = readBatch(await readBody(request), { maxRequests, random: engine.random });
      try {
        const limitMs = (timeout > 0 ? timeout : 3) * 1000;
        return { status: 200, body: await runBatch(engine, { items, outer: request, limit, limitMs, turns }) };
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

async function readBody(request: RequestContext): Promise<RequestBody> {
  try {
    return await request.body();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new ApiError(400, 'Failed to read the submitted batch data.', {}, { cause: error });
  }
}

type Batch = {
  items: readonly BatchItem[];
  outer: RequestContext;
  limit: RequestLimiter;
  limitMs: number;
  turns: Turns;
};

async function runBatch(engine: Engine, { items, outer, limit, limitMs, turns }: Batch): Promise<BatchResult[]> {
  const end = watchEnd(outer, limitMs);
  const { signal } = end;
  // A single statement, waiting for a lock, must not outlast the batch either.
  const prepare = async (tx: Transaction) => {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [String(limitMs)]);
    await lockRecords(engine, tx, { items, outer });
  };
  // All runs again after a deadlock, or when a collection changed meanwhile; a call is counted once.
  const counted = new Set<BatchItem>();
  const limitOnce = (item: BatchItem): RequestLimiter => {
    return async (request, route) => {
      if (counted.has(item)) return;
      counted.add(item);
      await limit(request, route);
    };
  };
  const run = (inside: Engine) =>
    runItems(items, (item) => runItem({ engine: inside, item, outer, limit: limitOnce(item) }));
  try {
    return await inTurn(turns, signal, () => untilSettled(engine, () => writeAsOne(engine, run, { signal, prepare })));
  } finally {
    end.stop();
  }
}

/** Waits for a turn, no longer than the signal allows; once begun the work ends by itself. */
function inTurn<T>(turns: Turns, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    const begin = async () => {
      signal.removeEventListener('abort', leave);
      signal.throwIfAborted();
      return work();
    };
    turns(begin).then(resolve, reject);
  });
}

/** Gives a signal once the time is over or the client has gone. */
function watchEnd({ reply }: RequestContext, limitMs: number) {
  const controller = new AbortController();
  const end = () => controller.abort(new BatchEnded());
  const timer = setTimeout(end, limitMs);
  reply.raw.once('close', end);
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      reply.raw.off('close', end);
    },
  };
}

function refusalOf(error: unknown): unknown {
  if (error instanceof BatchEnded || databaseErrorCode(error) === cancelled) {
    return new ApiError(400, refusal, {}, { cause: error });
  }
  if (!(error instanceof FailedItem)) return error;
  const failed = {
    code: 'batch_request_failed',
    message: 'Batch request failed.',
    response: errorEnvelope(error.refusal),
  };
  return badRequest(refusal, { requests: { [String(error.index)]: failed } });
}
