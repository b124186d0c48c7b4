import { tokenExpiry } from './token-expiry.ts';

/** The signed-in person's own `users` record, as the server answers it. */
export type SessionUser = {
  id: string;
  collectionId: string;
  collectionName: string;
  email: string;
  name: string;
  firstName: string;
  lastName: string;
  avatar: string;
  phone: string;
  location: string;
  bio: string;
  role: string;
  language: string;
  timezone: string;
  twoFactor: boolean;
  created: string;
  verified: boolean;
  /** Since when a role of the staff has its rights again; there only while they wait. */
  rightsFrom?: string;
};

export type Session = { token: string; user: SessionUser };

/** Where the records client keeps token and record in the browser's storage. */
export const sessionStorageKey = 'pocketbase_auth';

let current: Session | null = null;
let isStarted = false;
const listeners = new Set<() => void>();

function isUserRecord(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

function readStoredSession(): Session | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    if (!('token' in stored) || typeof stored.token !== 'string') return null;
    if (!('record' in stored) || !isUserRecord(stored.record)) return null;
    return { token: stored.token, user: stored.record };
  } catch {
    return null;
  }
}

/** Reads the stored session again and tells whoever listens. Called by the records client after each change. */
export function refreshSession(): void {
  current = readStoredSession();
  for (const listener of listeners) listener();
}

/** Starts keeping the session: reads what is stored and follows other tabs. Calling it again does nothing. */
export function startSession(): void {
  if (isStarted) return;
  isStarted = true;
  current = readStoredSession();
  addEventListener('storage', (event) => {
    if (event.key === sessionStorageKey || event.key === null) refreshSession();
  });
}

/** The session, or null for a guest and for a session whose token has expired at `now` (milliseconds). */
export function readSession(now = Date.now()): Session | null {
  if (!current) return null;
  return (tokenExpiry(current.token) ?? 0) > now ? current : null;
}

/** Calls `listener` after each change of the session; answers how to stop. */
export function followSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets token and record in this browser. */
export function clearSession(): void {
  localStorage.removeItem(sessionStorageKey);
  refreshSession();
}
