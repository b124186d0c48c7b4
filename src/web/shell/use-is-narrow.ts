import { useSyncExternalStore } from 'react';

/** Below this many pixels the sidebar is a sheet that slides in. */
export const sheetBelowPixels = 768;

const query = `(max-width: ${sheetBelowPixels - 1}px)`;

function follow(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether the window is too narrow for the sidebar. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
