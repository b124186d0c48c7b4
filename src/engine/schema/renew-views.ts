import { escapeIdentifier } from 'pg';
import { findCollections } from '../collections/collection-store.ts';
import { databaseErrorCode, type Queryable, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { changeCollections } from './change-collections.ts';
import { keepViews, remake } from './keep-views.ts';
import { viewMake } from './sync-view.ts';

/** SQLSTATEs that say nothing of a view: deadlocks, locks that did not come, statements that were ended. */
const mayGoNextTime = /^(?:40|55P03|57014)/;

/** Makes the views anew that an older version made, so that they answer as if they were saved today. One that cannot be made stays as it was. */
export async function renewViews(engine: Engine): Promise<void> {
  if ((await findOutdated(engine.db)).length === 0) return;
  await changeCollections(engine, 'Failed to renew views.', async (tx) => {
    const tried = new Set<string>();
    for (;;) {
      // Those that stand on one that is made anew are made with it.
      const name = (await findOutdated(tx)).find((each) => !tried.has(each));
      if (name === undefined) return;
      tried.add(name);
      await tx
        .savepoint(() => renew(tx, name))
        .catch((err: unknown) => {
          if (mayGoNextTime.test(databaseErrorCode(err) ?? '')) throw err;
          engine.log.warn({ err, view: name }, 'A view of an older version could not be made anew.');
        });
    }
  }).catch((err: unknown) =>
    engine.log.warn({ err }, 'Views of an older version could not be made anew: the next start tries it again.'),
  );
}

async function findOutdated(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select name from _collections where definition->>'type' = 'view'
       and obj_description(to_regclass(quote_ident(name))::oid, 'pg_class') is distinct from $1 order by _seq`,
    [viewMake],
  );
  return rows.map(({ name }) => name);
}

async function renew(tx: Transaction, name: string): Promise<void> {
  const all = await findCollections(tx);
  const original = all.find((collection) => collection.name === name);
  if (!original) return;
  await keepViews(tx, { original, all, message: '' }, async () => {
    await tx.query(`drop view if exists ${escapeIdentifier(name)}`);
    if (!(await remake(tx, original, all))) throw new Error('Its query is not understood any more.');
  });
}
