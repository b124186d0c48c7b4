import { reloadCollections } from './collections/collection-store.ts';
import { databaseErrorCode } from './database/database.ts';
import type { Engine } from './engine.ts';
import type { Route } from './http/route.ts';

/**
 * SQLSTATEs of a call whose collection changed while it went on: a column, table or type is not there any more, or not as it was planned with; the
 * table went while it was opened; or the change and the call waited for each other. In each nothing was written.
 */
const overtaken = new Set(['42703', '42P01', '42804', '42883', '0A000', 'XX000', '40P01']);
const maxRuns = 4;

/**
 * The route, whose calls are run again, with the collections as they are by then, when these were changed in the middle of them. Not writes to
 * the product's own collections, whose tables keep what the product needs of them: they may have asked others (a payment provider) already.
 */
export function runAgain(engine: Engine, route: Route): Route {
  return {
    ...route,
    async handle(request) {
      const isProducts = engine.collections.find(request.params.collection ?? '')?.managed;
      if (isProducts && route.method !== 'GET') return route.handle(request);
      for (let run = 1; ; run++) {
        try {
          return await route.handle(request);
        } catch (error) {
          if (run === maxRuns || !overtaken.has(databaseErrorCode(error) ?? '')) throw error;
          await reloadCollections(engine);
        }
      }
    },
  };
}
