import { type Dispatch, type SetStateAction, useLayoutEffect } from 'react';
import { type Overlay, overlayFor } from '../palette/shell-shortcut.ts';

/**
 * Opens the palette and the list of shortcuts by their keys, from the first paint on; while anything else lies over the page the keys are left alone.
 */
export function useShortcuts(setOverlay: Dispatch<SetStateAction<Overlay | undefined>>): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const field = event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]');
      const wanted = overlayFor(event, Boolean(field));
      if (!wanted) return;
      event.preventDefault();
      setOverlay((shown) => {
        if (shown) return shown === wanted ? undefined : shown;
        return document.querySelector('[role=dialog],[role=alertdialog]') ? undefined : wanted;
      });
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [setOverlay]);
}
