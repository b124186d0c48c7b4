import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { readSidebarState, sidebarCookie } from './sidebar-cookie.ts';
import { isSidebarShortcut } from './sidebar-shortcut.ts';
import { useIsNarrow } from './use-is-narrow.ts';

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
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser we serve.
    document.cookie = sidebarCookie(!isExpanded);
  }, [isNarrow, isExpanded]);

  useShortcut(toggle);
  useClosingOnNavigation(setSheetOpen);
  return { isNarrow, isExpanded, isSheetOpen: isNarrow && isSheetOpen, toggle, setSheetOpen };
}

function useShortcut(toggle: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
      if (!isSidebarShortcut(event, isRichText)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [toggle]);
}

function useClosingOnNavigation(setSheetOpen: (isOpen: boolean) => void): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the effect waits for.
  useEffect(() => setSheetOpen(false), [pathname, setSheetOpen]);
}
