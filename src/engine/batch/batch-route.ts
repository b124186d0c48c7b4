import { databaseErrorCode } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, badRequest, forbidden } from '../http/api-error.ts';
import { errorEnvelope } from '../http/error-envelope.ts';
import type { RequestBody, RequestContext, Route } from '../http/route.ts';
import type { RequestLimiter } from '../limits/create-request-limiter.ts';
import { type EngineInTransaction, engineInTransaction } from './engine-in-transaction.ts';
import { type BatchItem, readBatch } from './read-batch.ts';
import { type BatchResult, FailedItem, runItem, runItems } from './run-item.ts';

const refusal = 'Batch transaction failed.';
const defaultBodyBytes = 128 * 1024 * 1024;
/** SQLSTATE of a statement that ran into its time limit. */
const cancelled = '57014';

/** The batch took too long, or nobody waits for its answer any more. */
class BatchEnded extends Error {}

/**
 * POST /api/batch (wire contract, section 16): record writes in one transaction, all or nothing. 403 unless the settings allow it; 400 with
 * the refusal of the one call that failed, without details when the time ran out or the client went away.
 */
export function batchRoute(engine: Engine, limit: RequestLimiter): Route {
  return {
    method: 'POST',
    path: '/api/batch',
    bodyLimitBytes() {
      const { enabled, maxBodySize } = engine.settings.current().batch;
      return enabled ? maxBodySize || defaultBodyBytes : Number.POSITIVE_INFINITY;
    },
    async handle(request) {
      const { enabled, maxRequests, timeout } = engine.settings.current().batch;
      if (!enabled || maxRequests <= 0) throw forbidden('Batch requests are not allowed.');
      const items = readBatch(await readBody(request), maxRequests);
      try {
        const seconds = timeout > 0 ? timeout : 3;
        return { status: 200, body: await runBatch(engine, { items, outer: request, limit, limitMs: seconds * 1000 }) };
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
};

async function runBatch(engine: Engine, { items, outer, limit, limitMs }: Batch): Promise<BatchResult[]> {
  const end = watchEnd(outer, limitMs);
  try {
    return await engine.db.transaction(async (tx) => {
      // A single statement, waiting for a lock, must not outlast the batch either.
      await tx.query(`select set_config('statement_timeout', $1, true)`, [String(limitMs)]);
      const inside = engineInTransaction(engine, tx, end.check);
      return undoing(inside, async () => {
        const results = await runItems(items, (item) => runItem({ engine: inside.engine, item, outer, limit }));
        end.check();
        return results;
      });
    });
  } finally {
    end.stop();
  }
}

async function undoing<T>({ undo }: EngineInTransaction, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await undo();
    throw error;
  }
}

/** Ends the batch at its next statement once the time is over or the client has gone. */
function watchEnd({ reply }: RequestContext, limitMs: number) {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const timer = setTimeout(end, limitMs);
  reply.raw.once('close', end);
  return {
    check() {
      if (isOver) throw new BatchEnded();
    },
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
