import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
} from 'react-router';
import { dashboardPath } from '#rules/paths/account-paths.ts';
import { currentTime, setClock } from '../platform/ground/clock.ts';
import { configFrom } from '../platform/ground/config.ts';
import { cspNonce } from '../platform/ground/csp-nonce.ts';
import { isMissingChunk, mayReload } from '../platform/ground/missing-chunk.ts';
import { type PageState, pageStateId } from '../platform/ground/page-state.ts';
import { nowContext } from '../platform/ground/read-api.ts';
import { ConfigProvider } from '../platform/ground/use-config.ts';
import { PolicyProvider } from '../platform/ground/use-policy.ts';
import { readGuestHold } from '../platform/session/guest-hold.ts';
import { readSession, startSession } from '../platform/session/session.ts';
import { dashboardRouteId, routes } from './routes.tsx';

declare global {
  /** Read by the library that locks scrolling behind dialogs: it must sign the style element it writes. */
  var __webpack_nonce__: string | undefined;
  /** Set once the page answers to events; until then the page's first script keeps sign-in forms from being sent. */
  var kerbsideIsReady: (() => void) | null | undefined;
}

start().catch((error: unknown) => {
  // A part of this very page is gone, with an update that came as it was loaded.
  if (isMissingChunk(error) && mayReload(sessionStorage, Date.now())) location.reload();
  else throw error;
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  const state = readPageState();
  globalThis.__webpack_nonce__ = cspNonce();
  // A page that was kept for a day without a network says when it was kept: the device's own clock is nearer then.
  if (document.documentElement.dataset.kept === undefined) setClock(state.now);
  startSession();
  // Forgets a time that ran out.
  readGuestHold();
  if (state.hydration) await loadMatchedRoutes();
  const router = createBrowserRouter(routes, {
    ...(state.hydration ? { hydrationData: state.hydration } : {}),
    getContext: () => new RouterContextProvider(new Map([[nowContext, currentTime]])),
    patchRoutesOnNavigation: async ({ path, patch }) => {
      if (!isDashboardPath(path) || !readSession()) return;
      const { dashboardRoutes } = await import('./shell/dashboard-routes.tsx');
      patch(dashboardRouteId, dashboardRoutes);
    },
  });
  const app = (
    <StrictMode>
      <ConfigProvider value={configFrom(state.flags)}>
        <PolicyProvider value={state.policy}>
          <RouterProvider router={router} />
          <ReadySignal />
        </PolicyProvider>
      </ConfigProvider>
    </StrictMode>
  );
  if (state.hydration) hydrateRoot(root, app);
  else createRoot(root).render(app);
  document.addEventListener('focusin', loadWhileSigningIn);
}

const signInPaths: readonly string[] = ['/login', '/login-otp', '/register'];

/** What comes after signing in is loaded while the form is filled in, as the connection has nothing else to do. */
function loadWhileSigningIn({ target }: FocusEvent): void {
  if (!(target instanceof HTMLInputElement) || !signInPaths.includes(location.pathname)) return;
  document.removeEventListener('focusin', loadWhileSigningIn);
  import('./shell/dashboard-routes.tsx')
    .then(({ loadFirstPage }) => loadFirstPage())
    // What can't be had now is asked for again once it is needed.
    .catch(() => undefined);
}

/** Tells the page's first script once everything is in place: effects run only after the whole page answers to events. */
function ReadySignal() {
  useEffect(() => {
    globalThis.kerbsideIsReady?.();
  }, []);
  return null;
}

function isDashboardPath(path: string): boolean {
  return path === dashboardPath || path.startsWith(`${dashboardPath}/`);
}

/** The server wrote this JSON, so its shape is taken as given; a page without it is rendered from nothing. */
function readPageState(): PageState {
  const text = document.getElementById(pageStateId)?.textContent;
  return text ? (JSON.parse(text) as PageState) : { flags: {}, now: new Date().toISOString() };
}

/** Loads the chunks of the page that the server rendered, so that the first render in the browser equals it. */
async function loadMatchedRoutes(): Promise<void> {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const loaded: Partial<RouteObject> = await route.lazy();
      Object.assign(route, loaded, { lazy: undefined });
    }),
  );
}
