import type { Collection } from '../collections/collection.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import {
  type Deletion,
  deleteAuthTraces,
  findReferrers,
  finishDeletion,
  referencesTo,
  removeWithReferences,
} from './delete-record.ts';

type Referred = { collection: Collection; id: string; of?: ReadonlySet<string>; keepsAccess?: boolean };

/**
 * Deletes what would go along with a record (relations that cascade, and of an account its codes, devices and links unless `keepsAccess`), and leaves
 * the record itself. `of` names fields, such as `notes.author`: the records that they lead from go, cascading or not, and no others. Answers what to do
 * after the commit: subscribers are told, files deleted. Throws 400 when a required reference is in the way.
 */
export async function deleteReferrers(
  engine: Engine,
  tx: Transaction,
  { collection, id, of, keepsAccess = false }: Referred,
): Promise<() => Promise<void>> {
  const deletion: Deletion = { engine, tx, gone: [], begun: new Set([`${collection.id}/${id}`]) };
  for (const { from, field } of referencesTo(engine, collection)) {
    if (of ? !of.has(`${from.name}.${field.name}`) : !field.cascadeDelete) continue;
    for (const referrer of await findReferrers(tx, { from, field, id })) {
      if (deletion.begun.has(`${from.id}/${String(referrer.id)}`)) continue;
      await removeWithReferences(deletion, { collection: from, row: referrer });
    }
  }
  if (collection.type === 'auth' && !keepsAccess) await deleteAuthTraces(tx, collection, id);
  return () => finishDeletion(engine, deletion.gone);
}
