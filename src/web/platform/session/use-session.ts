import { useSyncExternalStore } from 'react';
import { followSession, readSession, type SessionUser } from './session.ts';

const nobody = () => null;

/** The signed-in user, or null: for a guest, for an expired token, and always on the server. */
export function useSession(): SessionUser | null {
  return useSyncExternalStore(followSession, readUser, nobody);
}

function readUser(): SessionUser | null {
  return readSession()?.user ?? null;
}
