import type { Collection } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { findRow } from '../records/record-store.ts';
import type { RealtimeClient } from './realtime-client.ts';

/**
 * Follows a change of an account on the streams that are bound to it. A stream stays open when its account goes or its sessions end; it only
 * sees what a guest sees from then on.
 */
export async function refreshAuth(
  engine: Engine,
  clients: Iterable<RealtimeClient>,
  { collection, id }: { collection: Collection; id: string },
): Promise<void> {
  const bound = [...clients].filter(({ auth }) => auth?.id === id && auth.collectionId === collection.id);
  if (bound.length === 0) return;
  const row = await findRow(engine.db, collection, id);
  for (const client of bound) {
    const { auth } = client;
    client.auth = auth && row && row.tokenKey === auth.row.tokenKey ? { ...auth, row } : null;
  }
}
