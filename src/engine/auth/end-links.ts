import type { Queryable } from '../database/database.ts';
import { deleteLinks } from './external-auths.store.ts';

/** Ends the links of a record to outside accounts. One of the record's own address is linked again when it signs in next. */
export function endLinks(db: Queryable, { collection, id }: { collection: string; id: string }): Promise<void> {
  return deleteLinks(db, collection, id);
}
