import { useCallback, useSyncExternalStore } from 'react';

/** Below this many pixels the sidebar is a sheet that slides in. */
export const sheetBelowPixels = 768;

/** Whether the window is narrower than `pixels`: for the sidebar unless told. */
export function useIsNarrow(pixels = sheetBelowPixels): boolean {
  const query = `(max-width: ${pixels - 1}px)`;
  const follow = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
}
