import { useSyncExternalStore } from 'react';

export type DashboardView = 'learner' | 'instructor';

const key = 'kerbside_view';
const listeners = new Set<() => void>();

/** The view of this tab: learner until somebody switches. It is never sent to the server. */
export function readView(): DashboardView {
  return sessionStorage.getItem(key) === 'instructor' ? 'instructor' : 'learner';
}

/** Switches the view of this tab. */
export function switchView(view: DashboardView): void {
  if (view === 'instructor') sessionStorage.setItem(key, view);
  else sessionStorage.removeItem(key);
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The view of this tab, kept up to date. */
export function useView(): DashboardView {
  return useSyncExternalStore(follow, readView);
}
