import type { Collection } from '../collections/collection.ts';
import { rowOfRecord } from '../collections/record-row.ts';
import type { Engine } from '../engine.ts';
import { findRow } from '../records/record-store.ts';
import type { ClientRegistry } from './client-registry.ts';
import type { Notice } from './create-notice-sender.ts';
import type { Action, Change } from './deliver.ts';
import { findGoneRecord } from './gone-records.store.ts';
import { createMissedChanges } from './missed-changes.ts';

export type ReceiverParts = {
  getEngine: () => Engine;
  clients: ClientRegistry;
  /** Looks at an account again that changed. */
  follow: (collection: Collection, id: string, action: Action) => void;
  deliver: (change: Change) => void;
};

/** Tells the streams of this server of a change on another one: the record is read here, or found among those that are gone. */
export function createReceiver({
  getEngine,
  clients,
  follow,
  deliver,
}: ReceiverParts): (notice: Notice) => Promise<void> {
  const missed = createMissedChanges();

  async function receiveDeletion(collection: Collection, id: string, goneId: number | undefined): Promise<void> {
    const before = missed.take(`${collection.id}/${id}`);
    const record = goneId === undefined ? undefined : await findGoneRecord(getEngine().db, goneId);
    if (!record) return;
    const row = rowOfRecord(collection, record);
    for (const action of [...before, 'delete' as const]) deliver({ collection, row, action });
  }

  return async ([collectionId, id, action, goneId]) => {
    const engine = getEngine();
    const collection = engine.collections.find(collectionId);
    if (!collection) return;
    follow(collection, id, action);
    if (clients.listenersOf(collection, id).length === 0) return;
    if (action === 'delete') return receiveDeletion(collection, id, goneId);
    const row = await findRow(engine.db, collection, id);
    if (row) deliver({ collection, row, action });
    else missed.add(`${collection.id}/${id}`, action);
  };
}
