import { useSyncExternalStore } from 'react';

let hasEnded = false;
let endedByServer = false;
const listeners = new Set<() => void>();

/** Says whether the server has ended the session of a page that is in the middle of something, or that it goes on again. */
export function setSessionEnded(isOver: boolean): void {
  hasEnded = isOver;
  for (const listener of listeners) listener();
}

/** Whether the page stands under "Sign in again" already. */
export function isSessionEnded(): boolean {
  return hasEnded;
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether whoever uses this page has to sign in again before anything can go on. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(follow, isSessionEnded);
}

/** Says that the server ended the session of a page on which nothing would be lost, so that the sign-in page can tell why it opened; or that somebody is signed in again. */
export function noteEndedByServer(isSo: boolean): void {
  endedByServer = isSo;
}

/** Whether the last session of this page was ended by the server. */
export function wasEndedByServer(): boolean {
  return endedByServer;
}
