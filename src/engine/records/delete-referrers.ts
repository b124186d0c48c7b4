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

/**
 * Deletes what would go along with a record (relations that cascade, and of an account its codes, devices and links), and leaves the record
 * itself. Of named fields (`of`, such as `notes.author`) what they lead from goes, whether or not they cascade, and nothing else. Answers what to do after the commit: subscribers are told, files deleted. Throws 400 when a required reference stands in the way.
 */
export async function deleteReferrers(
  engine: Engine,
  tx: Transaction,
  { collection, id, of }: { collection: Collection; id: string; of?: ReadonlySet<string> },
): Promise<() => Promise<void>> {
  const deletion: Deletion = { engine, tx, gone: [], begun: new Set([`${collection.id}/${id}`]) };
  for (const { from, field } of referencesTo(engine, collection)) {
    if (of ? !of.has(`${from.name}.${field.name}`) : !field.cascadeDelete) continue;
    for (const referrer of await findReferrers(tx, { from, field, id })) {
      if (deletion.begun.has(`${from.id}/${String(referrer.id)}`)) continue;
      await removeWithReferences(deletion, { collection: from, row: referrer });
    }
  }
  if (collection.type === 'auth') await deleteAuthTraces(tx, collection, id);
  return () => finishDeletion(engine, deletion.gone);
}
