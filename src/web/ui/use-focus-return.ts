import { useRef } from 'react';

/**
 * Gives the focus back to where it was before a window opened, without moving the page. `openerOf` names the element to go back to when the one
 * that had the focus will be gone.
 */
export function useFocusReturn(openerOf: (active: Element | null) => Element | null = (active) => active) {
  // The window knows no button that opened it, so it remembers itself where the focus was.
  const opener = useRef<Element>(null);
  return {
    remember: () => {
      opener.current = openerOf(document.activeElement);
    },
    giveBack: () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
