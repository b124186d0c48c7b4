import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { wireDate } from '../wire-date.ts';
import { findSessions, type StoredSession } from './sessions.store.ts';

export type Session = StoredSession;

/** A page of the devices that are signed in to an account, last used first, and how many there are. */
export function listSessions(
  { db, clock }: Engine,
  { collectionId, id }: AuthRecord,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: Session[]; totalItems: number }> {
  const owner = { collectionRef: collectionId, recordRef: id };
  return findSessions(db, { ...owner, now: wireDate(clock.nowMs()), limit: perPage, offset: (page - 1) * perPage });
}
