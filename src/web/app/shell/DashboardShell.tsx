// So that the styles are there when the area is entered by a navigation in the browser, after signing in.
import '../../platform/styles/app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { followFormats, followTexts } from '../../platform/ground/follow-language.ts';
import { endOwnSession } from '../../platform/session/backend.ts';
import { useView } from '../../platform/session/dashboard-view.ts';
import { noteEndedByServer, wasEndedByServer } from '../../platform/session/ended-session.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { ToastProvider } from '../../platform/ui/Toasts.tsx';
import { leavePush } from '../../talk/notifications/leave-push.ts';
import { recentKey } from '../palette/recent-entries.ts';
import type { Overlay } from '../palette/shell-shortcut.ts';
import { forgetDay } from './keep-day.ts';
import type { LayersProps } from './Layers.tsx';
import { isTeaching, navigationFor } from './navigation.ts';
import { iconFor } from './navigation-icons.ts';
import { queryClient } from './query-client.ts';
import { ShellHeader } from './ShellHeader.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useKeptDay } from './use-kept-day.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useSidebar } from './use-sidebar.ts';

/** What lies over the page comes after its first paint. When it can't be had, the page itself is still better than none. */
const Layers = lazy(async () => {
  const loaded = await import('./Layers.tsx').catch(() => undefined);
  return { default: loaded?.Layers ?? ((_: LayersProps) => null) };
});

/** Wide windows never load it. */
const TabBar = lazy(async () => ({ default: (await import('./TabBar.tsx')).TabBar }));

/** Around every page of the signed-in area. */
export function DashboardShell() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Frame />
      </ToastProvider>
    </QueryClientProvider>
  );
}

function Frame() {
  const user = useSession();
  useKeptDay(user?.id);
  const sidebar = useSidebar();
  const [overlay, setOverlay] = useState<Overlay>();
  const focus = useRef<readonly number[]>(undefined);
  useShortcuts(setOverlay);
  const view = useView();
  const { pathname } = useLocation();
  const places = () =>
    navigationFor(user?.role ?? 'user', view).flatMap(({ items }) =>
      items.map((item) => ({ ...item, icon: iconFor(item.path) })),
    );
  const language = user?.language;
  const locale = followFormats(language);
  useEffect(() => followTexts(language), [language]);
  useLeavingWithoutSession(user !== null);
  return (
    <div className="flex min-h-dvh">
      <div className="kerb fixed inset-x-0 top-0 z-[35] print:hidden" aria-hidden />
      <Sidebar sidebar={sidebar} />
      <div className="flex min-w-0 grow flex-col">
        <ShellHeader sidebar={sidebar} onSearch={() => setOverlay('palette')} />
        <Suspense>
          <Layers overlay={overlay} setOverlay={setOverlay} places={places} />
        </Suspense>
        <main
          id="main"
          data-view={isTeaching(pathname) ? 'instructor' : view}
          tabIndex={-1}
          aria-labelledby="page-title"
          className="mx-auto w-full max-w-[72rem] grow px-4 py-6 md:px-8 md:py-8"
        >
          {/* What is shown was formatted by the language before: it is made anew. */}
          <Shown key={locale} focus={focus} />
        </main>
        {sidebar.isNarrow && (
          <Suspense fallback={null}>
            <TabBar sidebar={sidebar} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function Shown({ focus }: { focus: RefObject<readonly number[] | undefined> }) {
  useKeptFocus(focus);
  return <Outlet />;
}

/** A session that ends while a page is open leads to the start page (log out in another tab, an expired token), or to signing in when the server ended it. */
function useLeavingWithoutSession(isSignedIn: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (isSignedIn) return noteEndedByServer(false);
    queryClient.clear();
    localStorage.removeItem(recentKey);
    forgetDay();
    endOwnSession();
    void leavePush();
    void navigate(wasEndedByServer() ? '/login' : '/', { replace: true });
  }, [isSignedIn, navigate]);
}
