import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { firstPolicyValues, type PolicyValues } from '#rules/policies/policy-values.ts';
import * as texts from '#texts/app.ts';
import type { PoliciesAnswer } from '#wire/policies.ts';
import { type ConfigFlags, configFrom } from '../platform/ground/config.ts';
import { notFoundMeta, type PageMeta, pageMeta } from '../platform/ground/page-meta.ts';
import { nowContext, type ReadApi, readApiContext } from '../platform/ground/read-api.ts';
import { ConfigProvider } from '../platform/ground/use-config.ts';
import { PolicyProvider } from '../platform/ground/use-policy.ts';
import { routes } from './routes.tsx';
import { isScriptedForm, type PageAssets, writeDocument } from './write-document.ts';

export type PageRequest = {
  /** The whole address, such as `http://localhost/instructors?area=Bedok`. */
  url: string;
  /** Fresh for each request; the policy in the answer's headers must carry the same. */
  nonce: string;
  flags: ConfigFlags;
  /** The theme the person chose, or undefined to follow the device. */
  theme: 'light' | 'dark' | undefined;
  now: Date;
  /** Asks one of the server's own public reads. */
  readApi: ReadApi;
  assets: PageAssets;
};

export type RenderedPage =
  | { status: number; html: string; failures?: readonly unknown[] }
  | { status: number; location: string };

const handler = createStaticHandler(routes);

/** Renders a public page whole; the signed-in area is answered with a page that the browser fills. Never throws for a failed read. */
export async function renderPage(page: PageRequest): Promise<RenderedPage> {
  const { pathname } = new URL(page.url);
  const isPrivate = /^\/(?:dashboard|user)(?:\/|$)/.test(pathname);
  if (isPrivate) return renderShell(page, await readPolicy(page));
  const requestContext = new RouterContextProvider(new Map());
  requestContext.set(readApiContext, page.readApi);
  requestContext.set(nowContext, () => page.now);
  const [context, policy] = await Promise.all([
    handler.query(new Request(page.url), { requestContext }),
    readPolicy(page),
  ]);
  if (context instanceof Response) {
    return { status: context.status, location: context.headers.get('location') ?? '/' };
  }
  const html = renderContext(page, context, policy);
  const isOurs = context.statusCode >= 500;
  return { status: context.statusCode, html, ...(isOurs ? { failures: Object.values(context.errors ?? {}) } : {}) };
}

/** The figures in force; those that Kerbside began with where they cannot be read, so that every page stands. */
async function readPolicy({ readApi }: PageRequest): Promise<PolicyValues> {
  const { status, body } = await readApi('/api/marketplace/policies');
  return status === 200 ? (body as PoliciesAnswer).values : firstPolicyValues;
}

function renderContext(page: PageRequest, context: StaticHandlerContext, policy: PolicyValues): string {
  const router = createStaticRouter(handler.dataRoutes, context);
  const content = renderToString(
    <StrictMode>
      <ConfigProvider value={configFrom(page.flags)}>
        <PolicyProvider value={policy}>
          <StaticRouterProvider router={router} context={context} hydrate={false} />
        </PolicyProvider>
      </ConfigProvider>
    </StrictMode>,
  );
  const { loaderData, actionData, errors } = context;
  return writeDocument({
    ...documentParts(page),
    meta: metaOf(context),
    content,
    css: styleOf(context),
    state: {
      flags: page.flags,
      now: page.now.toISOString(),
      policy,
      hydration: errors ? undefined : { loaderData, actionData },
    },
  });
}

function renderShell(page: PageRequest, policy: PolicyValues): RenderedPage {
  const html = writeDocument({
    ...documentParts(page),
    meta: { title: 'Kerbside', isPrivate: true },
    content: '',
    css: 'app',
    state: { flags: page.flags, now: page.now.toISOString(), policy },
  });
  return { status: 200, html };
}

function documentParts({ url, nonce, theme, assets }: PageRequest) {
  return { path: new URL(url).pathname, nonce, theme, assets };
}

/** The smallest stylesheet that has all of the page; error pages may need any part. */
function styleOf({ location, errors }: StaticHandlerContext): 'landing' | 'sign-in' | 'public' {
  if (errors) return 'public';
  if (location.pathname === '/') return 'landing';
  return isScriptedForm(location.pathname) ? 'sign-in' : 'public';
}

function metaOf(context: StaticHandlerContext): PageMeta {
  const error = Object.values(context.errors ?? {})[0];
  if (error === undefined) {
    const matches = context.matches.map(({ route }) => ({
      handle: route.handle,
      loaderData: context.loaderData[route.id],
    }));
    return pageMeta(matches);
  }
  if (isRouteErrorResponse(error) && error.status === 404) return notFoundMeta;
  return { title: texts.notAvailableKerbside, isPrivate: true };
}
