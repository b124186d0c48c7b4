import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { createCollectionRoute } from './create-collection.ts';
import { deleteCollectionRoute } from './delete-collection.ts';
import { dryRunViewRoute } from './dry-run-view.ts';
import { importCollectionsRoute } from './import-collections.ts';
import { listCollectionsRoute } from './list-collections.ts';
import { runSqlRoute } from './run-sql.ts';
import { showScaffoldsRoute } from './show-scaffolds.ts';
import { truncateCollectionRoute } from './truncate-collection.ts';
import { typesRoute } from './types-route.ts';
import { updateCollectionRoute } from './update-collection.ts';
import { viewCollectionRoute } from './view-collection.ts';

/** The collections API, for superusers (wire contract, section 13). */
export function collectionRoutes(engine: Engine): Route[] {
  return [
    listCollectionsRoute(engine),
    viewCollectionRoute(engine),
    createCollectionRoute(engine),
    updateCollectionRoute(engine),
    deleteCollectionRoute(engine),
    truncateCollectionRoute(engine),
    importCollectionsRoute(engine),
    showScaffoldsRoute(engine),
    dryRunViewRoute(engine),
    typesRoute(engine),
    runSqlRoute(engine),
  ];
}
