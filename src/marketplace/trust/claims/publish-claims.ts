import type { Row } from '#engine/database/database.ts';
import type { Engine } from '#engine/engine.ts';
import { moveClaimsOn } from './claims.store.ts';

/** Ends the time to talk, then the time for evidence, of claims (domain rule 15). */
export async function advanceClaims(engine: Engine, nowMs: number): Promise<void> {
  for (const row of await moveClaimsOn(engine.db, nowMs)) publishClaim(engine, row);
}

/** Tells subscribers that a claim changed outside the record calls. */
export function publishClaim(engine: Engine, row: Row): void {
  const collection = engine.collections.get('claims');
  engine.realtime.publish({ collection, row, action: 'update' });
}

/** Tells subscribers that an instructor was taken out of the search, or is back. */
export function publishListing(engine: Engine, row: Row): void {
  const collection = engine.collections.get('instructors');
  engine.realtime.publish({ collection, row, action: 'update' });
}
