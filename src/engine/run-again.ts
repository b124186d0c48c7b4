import { reloadCollections } from './collections/collection-store.ts';
import { databaseErrorCode } from './database/database.ts';
import type { Engine } from './engine.ts';
import type { Route } from './http/route.ts';

/**
 * SQLSTATEs of a statement whose collection changed while a call went on: a column, table or type is not there any more, or not as it was
 * planned with; or the table went while it was opened. Deadlocks with the change are the database's to run again.
 */
const overtaken = new Set(['42703', '42P01', '42804', '42883', '0A000', 'XX000']);
const maxRuns = 4;

/**
 * The route, whose calls are run again, with the collections as they are by then, when these were changed in the middle of them. For reads, and
 * for writes that are one transaction whose failure is their last word: what asks anybody else, or counts, must not. Not writes to the
 * product's own collections, whose tables keep what the product needs of them: they may have asked others (a payment provider) already.
 */
export function runAgain(engine: Engine, route: Route): Route {
  return {
    ...route,
    async handle(request) {
      const isProducts = engine.collections.find(request.params.collection ?? '')?.managed;
      if (isProducts && route.method !== 'GET') return route.handle(request);
      return untilSettled(engine, () => route.handle(request));
    },
  };
}

/** Does work, and does it again with the collections as they are by then when these were changed in its middle. A failure must leave nothing behind. */
export async function untilSettled<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await work();
    } catch (error) {
      if (run === maxRuns || !overtaken.has(databaseErrorCode(error) ?? '')) throw error;
      await reloadCollections(engine);
    }
  }
}
