import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';

/** Tells subscribers that a row changed outside the record calls. Throws for a collection that is not there. */
export function publishRow(engine: Engine, collectionName: string, row: Row): void {
  const collection = engine.collections.get(collectionName);
  engine.realtime.publish({ collection, row, action: 'update' });
}
