import type { Queryable } from '../database/database.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { findSessionStart } from './sessions.store.ts';

/**
 * When somebody signed in on the device that asks, in epoch milliseconds: renewing a token is no signing in. Undefined for impersonation, which
 * proves nothing about the account's owner.
 */
export async function signedInSince(db: Queryable, { sessionId }: AuthRecord): Promise<number | undefined> {
  return sessionId === '' ? undefined : findSessionStart(db, sessionId);
}
