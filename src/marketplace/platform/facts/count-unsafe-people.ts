import type { Queryable } from '#engine/database/database.ts';
import { selectUnsafePeople } from './unsafe-people.store.ts';

export type UnsafePeople = { superusers: number; admins: number; staffWithoutSecondFactor: number };

/** How many superusers and admins there are, and how many of the staff sign in with one factor. */
export function countUnsafePeople(db: Queryable): Promise<UnsafePeople> {
  return selectUnsafePeople(db);
}
