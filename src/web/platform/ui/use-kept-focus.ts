import { type RefObject, useEffect } from 'react';

/**
 * Where what had the focus is gone, such as a line that was removed and with it the button that opened a window, the focus goes to the heading of
 * its section instead of nowhere; where it stands elsewhere now, such as a lesson that was moved to another day, it goes there by its `data-focus`.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    let last: Element | undefined;
    let heading = '';
    let name = '';
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      name = target.getAttribute('data-focus') ?? '';
      heading = target.closest('section[aria-labelledby]')?.getAttribute('aria-labelledby') ?? '';
    };
    const look = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = undefined;
      const moved = name && page.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
      if (moved) return moved.focus();
      const element = document.getElementById(heading);
      if (!element) return;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(page, { childList: true, subtree: true });
    // Windows lie beside the page: when one closes, what opened it may be gone by then.
    observer.observe(document.body, { childList: true });
    page.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      page.removeEventListener('focusin', note);
    };
  }, [root]);
}
