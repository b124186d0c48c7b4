import { useSyncExternalStore } from 'react';
import { readSession } from './session.ts';

export type DashboardView = 'learner' | 'instructor';

const listeners = new Set<() => void>();

/** Each person's own choice: a phone that two share has two. */
function keyOf(): string {
  return `kerbside_view_${readSession()?.user.id ?? ''}`;
}

/** The view on this device: learner until somebody switches or is known to teach, then what they chose last. It is never sent to the server. */
export function readView(): DashboardView {
  return localStorage.getItem(keyOf()) === 'instructor' ? 'instructor' : 'learner';
}

/** Switches the view, and remembers it on this device. */
export function switchView(view: DashboardView): void {
  localStorage.setItem(keyOf(), view);
  for (const listener of listeners) listener();
}

/** Who teaches begins in the instructor view; what was chosen on this device before stays. */
export function beginAsInstructor(): void {
  if (localStorage.getItem(keyOf()) === null) switchView('instructor');
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
