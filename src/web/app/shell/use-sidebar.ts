import { useCallback, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { keepCookie } from '../../platform/ground/keep-cookie.ts';
import { useIsNarrow } from '../../platform/ui/use-is-narrow.ts';
import { readSidebarState, sidebarCookieName, sidebarCookieSeconds } from './sidebar-cookie.ts';
import { isSidebarShortcut } from './sidebar-shortcut.ts';

export type SidebarState = {
  isNarrow: boolean;
  isExpanded: boolean;
  isSheetOpen: boolean;
  toggle: () => void;
  setSheetOpen: (isOpen: boolean) => void;
};

/** The sidebar's two states: expanded or collapsed (kept for seven days), and on a narrow window a sheet, closed at first. */
export function useSidebar(): SidebarState {
  const isNarrow = useIsNarrow();
  const [isExpanded, setExpanded] = useState(() => readSidebarState(document.cookie));
  const [isSheetOpen, setSheetOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isNarrow) {
      setSheetOpen((isOpen) => !isOpen);
      return;
    }
    setExpanded(!isExpanded);
    keepCookie(sidebarCookieName, String(!isExpanded), sidebarCookieSeconds);
  }, [isNarrow, isExpanded]);

  useShortcut(toggle, isNarrow && isSheetOpen);
  useClosingOnNavigation(setSheetOpen);
  return { isNarrow, isExpanded, isSheetOpen: isNarrow && isSheetOpen, toggle, setSheetOpen };
}

/**
 * The keys work as soon as the button that they stand for can be seen: effects after the paint leave a slow device's first press unheard. While anything
 * but the sheet itself lies over the page they are left alone.
 */
function useShortcut(toggle: () => void, isSheetOpen: boolean): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
      if (!isSidebarShortcut(event, isRichText)) return;
      const windows = document.querySelectorAll(':is([role=dialog],[role=alertdialog]):not([data-state=closed])');
      if (windows.length > (isSheetOpen ? 1 : 0)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [toggle, isSheetOpen]);
}

/** Before the paint, too: after it the first of these would close what the keys had opened meanwhile. */
function useClosingOnNavigation(setSheetOpen: (isOpen: boolean) => void): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect waits for.
  useLayoutEffect(() => setSheetOpen(false), [pathname, setSheetOpen]);
}
