import type { Collection } from '#engine/collections/collection.ts';
import { lockCollections, reloadCollections, saveCollection } from '#engine/collections/collection-store.ts';
import type { EngineServer } from '#support/engine-server.ts';

/**
 * Changes descriptions in ways that no request can, where the server reads them from: it does so again whenever it hears that one changed, which may be
 * some time after the request that made it was answered, and what was changed in memory alone would then be gone.
 */
export async function storeDescriptions(
  { engine }: EngineServer,
  changes: Record<string, Partial<Collection>>,
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    await lockCollections(tx);
    for (const [name, change] of Object.entries(changes))
      await saveCollection(tx, { ...engine.collections.get(name), ...change });
  });
  await reloadCollections(engine);
}
