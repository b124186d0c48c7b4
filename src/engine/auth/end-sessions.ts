import type { Queryable, Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { findRow } from '../records/record-store.ts';
import type { AuthCollection } from './auth-context.ts';
import { deleteSessions } from './sessions.store.ts';

type Which = {
  collection: AuthCollection;
  row: Row;
  /** One session. */
  only?: string;
  /** All but one. */
  except?: string;
};

/**
 * Signs devices of an account out: their tokens are no longer good on any server, and their event streams see what a guest sees. Answers
 * how many there were.
 */
export async function endSessions(engine: Engine, { collection, row, ...which }: Which): Promise<number> {
  const owner = { collectionRef: collection.id, recordRef: String(row.id) };
  const count = await deleteSessions(engine.db, { ...owner, ...which });
  // As it is now: what is known of who asks may be limited (`Engine.limitRights`).
  const current = count > 0 ? await findRow(engine.db, collection, String(row.id)) : undefined;
  if (current) engine.realtime.publish({ collection, row: current, action: 'update' });
  return count;
}

/** The same of all sessions but one, in the transaction of a change of the account, which is told of by itself. */
export async function endSessionsBesides(
  tx: Queryable,
  { collection, id, except }: { collection: string; id: string; except: string },
): Promise<void> {
  await deleteSessions(tx, { collectionRef: collection, recordRef: id, except });
}
