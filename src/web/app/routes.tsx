import { data, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router';
import * as texts from '#texts/app.ts';
import { notFoundMeta, type PageHandle } from '../platform/ground/page-meta.ts';
import { readSession } from '../platform/session/session.ts';
import { rememberWantedPath } from '../platform/session/wanted-path.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { RootLayout } from './RootLayout.tsx';

/** The id of the route below which the signed-in area's routes are hung once somebody goes there. */
export const dashboardRouteId = 'dashboard';

const privatePage = (title: string): PageHandle => ({
  meta: { title: texts.titleKerbside({ title }), isPrivate: true },
});

/** Every public route. Each page is a chunk of its own; the signed-in area is added by the browser on the way there. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      {
        id: 'pages',
        ErrorBoundary: ErrorPage,
        children: [
          { id: 'public', Component: PublicLayout, children: publicPages() },
          ...signedInPages(),
          { path: '*', loader: missing, handle: { meta: notFoundMeta } },
        ],
      },
    ],
  },
];

function signedInPages(): RouteObject[] {
  return [
    {
      id: dashboardRouteId,
      loader: requireSession,
      handle: privatePage(texts.dashboard),
      // Routes are only looked for while an address matches nothing better than a splat, so the dashboard itself must be one.
      children: [{ path: 'dashboard/*', loader: missing }],
    },
    {
      path: 'user/home',
      loader: requireSession,
      handle: privatePage(texts.welcome),
      lazy: async () => ({ Component: (await import('../people/auth/UserHomePage.tsx')).UserHomePage }),
    },
  ];
}

function publicPages(): RouteObject[] {
  return [
    { index: true, lazy: async () => (await import('./landing/landing-route.ts')).landingRoute },
    { path: 'instructors', lazy: async () => (await import('../booking/search/results-route.ts')).resultsRoute },
    {
      path: 'instructors/:id',
      lazy: async () => (await import('../booking/instructors/instructor-route.ts')).instructorRoute,
    },
    {
      path: 'login',
      handle: { meta: { title: texts.signInKerbside, description: texts.signInToBookLessons } },
      lazy: async () => ({ Component: (await import('../people/auth/LoginPage.tsx')).LoginPage }),
    },
    {
      path: 'login-otp',
      handle: {
        meta: { title: texts.signInWithACode, description: texts.signInWithSixDigits },
      },
      lazy: async () => ({ Component: (await import('../people/auth/OtpLoginPage.tsx')).OtpLoginPage }),
    },
    {
      path: 'register',
      handle: {
        meta: {
          title: texts.createAnAccountKerbside,
          description: texts.forLearnersAndForInstructors,
        },
      },
      lazy: async () => ({ Component: (await import('../people/auth/RegisterPage.tsx')).RegisterPage }),
    },
    ...mailLinkPages(),
    {
      path: 'teach',
      handle: { meta: { title: texts.teachTitle, description: texts.teachDescription } },
      lazy: async () => ({
        Component: (await import('../teaching/joining/TeachOnKerbsidePage.tsx')).TeachOnKerbsidePage,
      }),
    },
    {
      path: 'help',
      handle: { meta: { title: texts.helpKerbside, description: texts.helpDescription } },
      lazy: async () => ({ Component: (await import('../talk/support/PublicHelpPage.tsx')).PublicHelpPage }),
    },
    {
      path: 'terms',
      handle: { meta: { title: texts.termsKerbside, description: texts.whatYouAndKerbsideAgree } },
      lazy: async () => ({ Component: (await import('../people/legal/TermsPage.tsx')).TermsPage }),
    },
    {
      path: 'privacy',
      handle: {
        meta: { title: texts.privacyKerbside, description: texts.privacyDescription },
      },
      lazy: async () => ({ Component: (await import('../people/legal/PrivacyPage.tsx')).PrivacyPage }),
    },
  ];
}

/** Where mails lead, one chunk for all. */
function mailLinkPages(): RouteObject[] {
  const load = () => import('../people/mail-links/mail-link-routes.ts');
  return [
    { path: 'forgot-password', lazy: async () => (await load()).forgotPasswordRoute },
    { path: 'auth/:what/:token', lazy: async () => (await load()).mailLinkRoute },
    { path: '_', lazy: async () => (await load()).hashLinkRoute },
  ];
}

function missing(): never {
  throw data(null, { status: 404 });
}

/** Lets only a valid session pass; others go to the start page, and the path they wanted is remembered. Runs in browsers only. */
function requireSession({ request }: LoaderFunctionArgs): null {
  if (readSession()) return null;
  const { pathname, search } = new URL(request.url);
  rememberWantedPath(pathname + search);
  throw replace('/');
}
