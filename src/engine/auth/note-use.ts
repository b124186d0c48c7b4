import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { wireDate } from '../wire-date.ts';
import { noteSessionUse } from './sessions.store.ts';

/** Writes down that a session is in use, for the list of devices and for whoever counts uses. Nobody waits for it, so it must not fail. */
export async function noteUse(
  engine: Engine,
  { id, collectionId, collectionName, sessionId, actor }: AuthRecord,
): Promise<void> {
  const collection = engine.collections.find(collectionId);
  if (!sessionId || !collection) return;
  try {
    await noteSessionUse(engine.db, sessionId, wireDate(engine.clock.nowMs()));
    // Who looks through an account is not its owner: what the owner did is not counted by it.
    if (actor !== '') return;
    for (const hooks of engine.hooks.of(collectionName)) {
      await hooks.afterUse?.({ collection, id, isSignIn: false, db: engine.db });
    }
  } catch (error) {
    engine.log.warn({ err: error }, 'The use of a session could not be noted.');
  }
}
