import type { Engine } from '#engine/engine.ts';
import type { AuthRecord } from '#engine/http/auth-record.ts';

/** Ids of records by their collection. */
export type Shown = Readonly<Record<string, readonly string[]>>;

/**
 * Notes what a call of the product is about to show of private records, as records themselves note it where they are presented: before it is answered, one
 * entry a collection. Costs whoever is not staff nothing. Each call that shows staff something of somebody says so by this; `test/wire/look-table.test.ts`
 * finds one that does not. Words that were searched for are noted as well: how many records have them is told also where none is shown.
 */
export async function noteShown(
  { collections, hooks, db }: Engine,
  auth: AuthRecord,
  shown: Shown,
  q = '',
): Promise<void> {
  for (const [name, ids] of Object.entries(shown)) {
    if (q !== '') await hooks.watcher.noteReading({ auth, action: 'view', collection: name, after: { q } });
    if (ids.length === 0) continue;
    await hooks.watcher.noteLook({ collection: collections.get(name), rows: ids.map((id) => ({ id })), auth, db });
  }
}
