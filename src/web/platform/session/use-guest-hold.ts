import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { currentTime } from '../ground/clock.ts';
import { type GuestHold, guestHoldKey, readGuestHold } from './guest-hold.ts';
import { useSession } from './use-session.ts';

/** The time of an instructor that this browser holds for a guest; undefined where there is none, once somebody signed in, and always on the server. */
export function useGuestHold(instructor: string): GuestHold | undefined {
  const isGuest = useSession() === null;
  const kept = useSyncExternalStore(followStorage, readKept, nothing);
  const [ended, setEnded] = useState('');
  const hold = useMemo(() => (kept === '' || kept === ended ? undefined : readGuestHold()), [kept, ended]);
  const until = hold?.holdExpiresAt;
  useEffect(() => {
    if (!until) return;
    const timer = setTimeout(() => setEnded(kept), Math.max(0, Date.parse(until) - currentTime().getTime()));
    return () => clearTimeout(timer);
  }, [kept, until]);
  return isGuest && hold?.instructor === instructor ? hold : undefined;
}

const nothing = () => '';

function readKept(): string {
  try {
    return localStorage.getItem(guestHoldKey) ?? '';
  } catch {
    // Where a browser keeps nothing it holds nothing.
    return '';
  }
}

// Another tab may let the time go.
function followStorage(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}
