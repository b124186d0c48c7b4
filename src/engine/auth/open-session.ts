import type { Engine } from '../engine.ts';
import { unauthorized } from '../http/api-error.ts';
import type { RequestContext } from '../http/route.ts';
import { budgetOf, overBudget } from '../limits/budgets.ts';
import { newId } from '../random.ts';
import { wireDate } from '../wire-date.ts';
import type { AuthCollection } from './auth-context.ts';
import { extendSession, findSessionSpan, insertSession } from './sessions.store.ts';

const maxUserAgent = 300;
const dayMs = 86_400_000;
const slackMs = dayMs;

type Opening = { collection: AuthCollection; id: string; method: string; sinceMs?: number | undefined };

/** Writes down that a device signed in to the account `id`; answers the session that its token shall name. */
export async function openSession(engine: Engine, request: RequestContext, opening: Opening): Promise<string> {
  const { collection, id: recordRef, method, sinceMs = engine.clock.nowMs() } = opening;
  const id = newId(engine.random);
  await insertSession(engine.db, {
    id,
    collectionRef: collection.id,
    recordRef,
    method,
    userAgent: request.userAgent.slice(0, maxUserAgent),
    ip: request.ip,
    created: wireDate(sinceMs),
    ...datesOf(engine, collection),
  });
  return id;
}

/**
 * Lets a session last as long as a new token. 401 when it was ended, which another server may not have heard of yet. It lasts a day longer
 * than its token, so that most tokens are renewed without a write. Answers for how many seconds the new token may last: no session lasts beyond
 * the settings' days (`sessionDays`), which is 401, too.
 */
export async function renewSession(
  engine: Engine,
  request: RequestContext,
  { collection, id }: { collection: AuthCollection; id: string },
): Promise<number> {
  const span = await findSessionSpan(engine.db, id);
  const nowMs = engine.clock.nowMs();
  if (!span) throw unauthorized();
  const endMs = span.createdMs + budgetOf(engine.settings.current(), 'sessionDays') * dayMs;
  if (endMs <= nowMs) throw overBudget('sessionDays');
  const { duration } = collection.auth.authToken;
  if (span.expiresMs < nowMs + duration * 1000) {
    await extendSession(engine.db, { id, ip: request.ip, ...datesOf(engine, collection) });
  }
  return Math.min(duration, Math.floor((endMs - nowMs) / 1000));
}

function datesOf({ clock }: Engine, { auth }: AuthCollection): { now: string; expires: string } {
  const nowMs = clock.nowMs();
  return { now: wireDate(nowMs), expires: wireDate(nowMs + auth.authToken.duration * 1000 + slackMs) };
}
