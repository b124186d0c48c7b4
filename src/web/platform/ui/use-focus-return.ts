import { useRef } from 'react';

/** Gives the focus back to where it was before a window opened, without moving the page. */
export function useFocusReturn() {
  // The window knows no button that opened it, so it remembers itself where the focus was.
  const opener = useRef<Element>(null);
  return {
    remember: () => {
      opener.current = document.activeElement;
    },
    giveBack: () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
