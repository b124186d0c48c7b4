import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { isKeptFrom } from '../filters/is-kept-from.ts';
import { forbidden } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { newId } from '../random.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { insertSession } from './sessions.store.ts';
import { signToken } from './tokens.ts';

/** How a session that somebody else looks through is told from those of the owner's devices. */
export const lookingMethod = 'staff';

type Looking = { collection: AuthCollection; row: Row; actor: string; seconds: number };

/**
 * A session of an account that somebody of the staff, `actor`, sees it through for so many seconds: its token reads what the owner could read and
 * changes nothing (`refuseWhileLooking`). Ends like any session of the account (`endSessions`). Answers its id and the token.
 */
export async function lookAs(
  engine: Engine,
  { collection, row, actor, seconds }: Looking,
): Promise<{ id: string; token: string }> {
  const id = newId(engine.random);
  const nowMs = engine.clock.nowMs();
  await insertSession(engine.db, {
    id,
    collectionRef: collection.id,
    recordRef: String(row.id),
    method: lookingMethod,
    // Where the staff sit is not the owner's to know.
    userAgent: '',
    ip: '',
    now: wireDate(nowMs),
    expires: wireDate(nowMs + seconds * 1000),
  });
  const claims = { refreshable: false, session: id, actor };
  return { id, token: signToken(engine, { kind: 'auth', collection, row, claims, durationSeconds: seconds }) };
}

/** What a page needs to go on being read, though it is no GET. */
const reading: readonly string[] = ['/api/realtime', '/api/collections/:collection/auth-refresh'];

/**
 * Throws 403 where somebody who looks through another one's account would change, send or download something, or see by what its owner signs in:
 * devices, and what the system's own collections say.
 */
export function refuseWhileLooking(
  { auth, method }: RequestContext,
  { path, isTakenAway, isKeptFromLookers }: Pick<Route, 'path' | 'isTakenAway' | 'isKeptFromLookers'>,
  collection?: Pick<Collection, 'system' | 'isKeptFromLookers'>,
): void {
  if (!auth || auth.actor === '') return;
  if (isKeptFromLookers || (collection && isKeptFrom(auth, collection))) {
    throw forbidden('You are viewing as somebody else: how they sign in is theirs to see.');
  }
  if (!isTakenAway && (['GET', 'HEAD'].includes(method) || reading.includes(path))) return;
  throw forbidden('You are viewing as somebody else: nothing can be changed, sent or downloaded.');
}
