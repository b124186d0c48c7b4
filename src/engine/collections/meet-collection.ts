import { canBeStored } from '../database/read-rows-together.ts';
import type { Engine } from '../engine.ts';
import { reloadCollections } from './collection-store.ts';

/**
 * Makes a collection known that another server has made a moment ago, whose news has not come yet: what one server has acknowledged must
 * not be missing on the next. Of a name that is unknown here the database is asked first, so that wrong names cost one small question.
 */
export async function meetCollection(
  engine: Pick<Engine, 'db' | 'collections'>,
  nameOrId: string | undefined,
): Promise<void> {
  if (nameOrId === undefined || engine.collections.find(nameOrId) || !canBeStored(nameOrId)) return;
  const made = await engine.db.query('select 1 from _collections where id = $1 or lower(name) = lower($1)', [nameOrId]);
  if (made.length > 0) await reloadCollections(engine);
}
