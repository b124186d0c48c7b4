import { type AuthLoader, authRecordOf } from '../auth/load-auth.ts';
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
  { collection, id, auth }: { collection: Collection; id: string; auth: Pick<AuthLoader, 'isOpen'> },
): Promise<void> {
  const bound = boundTo(clients, collection.id, id);
  if (bound.length === 0) return;
  try {
    const row = await findRow(engine.db, collection, id);
    for (const client of bound) {
      const isOpen = client.bond !== null && (await auth.isOpen(client.bond.auth));
      const { bond } = client;
      const isGood = isOpen && bond?.auth.id === id && row !== undefined && row.tokenKey === bond.auth.row.tokenKey;
      client.bond = isGood ? { ...bond, auth: authRecordOf(engine, { collection, row }, bond.auth) } : null;
    }
  } catch (error) {
    // Nobody knows whether the session still holds: the client sees what a guest sees until it subscribes again.
    for (const client of bound) client.bond = null;
    throw error;
  }
}

/** Ends what was bound to an account whose token key is another now, at once; without a key the account is gone. */
export function endSessions(
  clients: Iterable<RealtimeClient>,
  { collectionId, id, tokenKey }: { collectionId: string; id: string; tokenKey: unknown },
): void {
  for (const client of boundTo(clients, collectionId, id)) {
    if (client.bond?.auth.row.tokenKey !== tokenKey) client.bond = null;
  }
}

function boundTo(clients: Iterable<RealtimeClient>, collectionId: string, id: string): RealtimeClient[] {
  return [...clients].filter(({ bond }) => bond?.auth.id === id && bond.auth.collectionId === collectionId);
}
