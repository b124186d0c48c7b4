import { readSession } from './session.ts';
import { tokenExpiry, tokenSession } from './token-expiry.ts';

/** Where an admin's own session waits while they look through somebody's account. */
const keptKey = 'kerbside_own_session';

/** The session that looks, by its id, and one's own as the records client keeps it. */
export type OwnSession = { id: string; own: string };

/** One's own session while one looks as somebody; undefined when none waits. */
export function readOwnSession(): OwnSession | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('own' in kept)) return undefined;
    return { id: String(kept.id), own: String(kept.own) };
  } catch {
    return undefined;
  }
}

/** Has one's own session wait. */
export function keepOwnSession(kept: OwnSession): void {
  localStorage.setItem(keptKey, JSON.stringify(kept));
}

/** Answers one's own session, which waits no longer. */
export function takeOwnSession(): OwnSession | undefined {
  const kept = readOwnSession();
  localStorage.removeItem(keptKey);
  return kept;
}

/** When looking through somebody's account ends, in milliseconds since 1970; undefined while one is oneself. */
export function lookingUntil(): number | undefined {
  const token = readSession()?.token ?? '';
  return readOwnSession()?.id === tokenSession(token) ? tokenExpiry(token) : undefined;
}
