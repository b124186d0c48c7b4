import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import type { RealtimeClient } from './realtime-client.ts';

/** Who a stream is bound to; nobody any more when their collection is gone or has a new secret, which ended its sessions. */
export function currentAuth(engine: Engine, client: RealtimeClient): AuthRecord | null {
  const { bond } = client;
  if (bond && engine.collections.find(bond.auth.collectionId)?.auth?.authToken.secret !== bond.secret) {
    client.bond = null;
  }
  return client.bond?.auth ?? null;
}
