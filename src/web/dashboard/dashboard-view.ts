import { useSyncExternalStore } from 'react';
import { readSession } from '../session/session.ts';

export type DashboardView = 'learner' | 'instructor';

const listeners = new Set<() => void>();

/** Each person's own choice: a phone that two share has two. */
function keyOf(): string {
  return `kerbside_view_${readSession()?.user.id ?? ''}`;
}

/** The view on this device: learner until somebody switches, then what they chose last. It is never sent to the server. */
export function readView(): DashboardView {
  return localStorage.getItem(keyOf()) === 'instructor' ? 'instructor' : 'learner';
}

/** Switches the view, and remembers it on this device. */
export function switchView(view: DashboardView): void {
  if (view === 'instructor') localStorage.setItem(keyOf(), view);
  else localStorage.removeItem(keyOf());
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The view on this device, kept up to date, also when another tab switches. */
export function useView(): DashboardView {
  return useSyncExternalStore(follow, readView);
}
