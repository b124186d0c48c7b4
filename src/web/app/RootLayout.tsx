import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import * as texts from '#texts/app.ts';
import { pageMeta } from '../platform/ground/page-meta.ts';

/** Around every page: the way past the navigation, the tab's title, the focus and the scroll position on navigation. */
export function RootLayout() {
  useTitle();
  useFocusOnNavigation();
  const isInBrowser = useIsInBrowser();
  return (
    <>
      <a href="#main" className="skip-link">
        {texts.skipToContent}
      </a>
      <NavigationLine />
      <Outlet />
      {isInBrowser && <ScrollRestoration />}
    </>
  );
}

function useIsInBrowser(): boolean {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return isInBrowser;
}

function useTitle(): void {
  const { title } = pageMeta(useMatches());
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** After a change of page (not of its query) the focus goes to the new content, so that it is read out from its start. */
function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    if (!main || main.contains(document.activeElement)) return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, [pathname]);
}

function NavigationLine() {
  const isBusy = useNavigation().state !== 'idle';
  return <div className={isBusy ? 'nav-line' : undefined} aria-hidden />;
}
