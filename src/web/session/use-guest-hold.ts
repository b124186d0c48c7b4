import { useMemo, useSyncExternalStore } from 'react';
import { type GuestHold, guestHoldKey, readGuestHold } from './guest-hold.ts';
import { useSession } from './use-session.ts';

/** The time of an instructor that this browser holds for a guest; undefined where there is none, once somebody signed in, and always on the server. */
export function useGuestHold(instructor: string): GuestHold | undefined {
  const isGuest = useSession() === null;
  const kept = useSyncExternalStore(followStorage, readKept, nothing);
  const hold = useMemo(() => (kept === '' ? undefined : readGuestHold()), [kept]);
  return isGuest && hold?.instructor === instructor ? hold : undefined;
}

const nothing = () => '';

function readKept(): string {
  return localStorage.getItem(guestHoldKey) ?? '';
}

// Another tab may let the time go.
function followStorage(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}
