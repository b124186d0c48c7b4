import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { createBrowserJar } from './browser-jar.ts';

/** Somebody with an account at the provider. */
export type OutsidePerson = {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  preferred_username?: string;
};

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** It as the options of a collection have it. */
  settings: Record<string, unknown>;
  /** Who sits before the browser from now on. */
  signInAs: (person: OutsidePerson) => void;
  /** Goes the way of the person's browser from the address that begins signing in, and answers the address it is sent back to. */
  authorize: (authURL: string) => Promise<URL>;
  close: () => Promise<void>;
};

const client = { clientId: 'kerbside', clientSecret: 'a-secret-of-the-provider' };

/** A certified OpenID provider on a port of its own, which asks for PKCE and lets the person in without a form. */
export async function startOpenIdProvider(redirectURLs: readonly string[]): Promise<OpenIdProvider> {
  const people = new Map<string, OutsidePerson>();
  let current = '';
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...redirectURLs],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    // The paths of Google, whose own servers no test may ask.
    routes: { authorization: '/o/oauth2/v2/auth', token: '/token', userinfo: '/oauth2/v3/userinfo', jwks: '/jwks' },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    // The address and the name stand in the ID token, too.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ ...people.get(id), sub: id }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    request.url = inOurScopes(request.url ?? '/');
    if (request.url?.startsWith('/interaction/')) {
      void provider.interactionFinished(request, response, { login: { accountId: current } });
    } else void callback(request, response);
  };
  return {
    issuer,
    ...client,
    settings: {
      name: 'oidc',
      ...client,
      authURL: `${issuer}/o/oauth2/v2/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/oauth2/v3/userinfo`,
    },
    signInAs(person) {
      people.set(person.sub, person);
      current = person.sub;
    },
    authorize: (authURL) => follow(authURL, redirectURLs),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Google names the same scopes by addresses. */
function inOurScopes(url: string): string {
  if (!url.includes('googleapis.com')) return url;
  const asked = new URL(url, 'http://provider');
  asked.searchParams.set('scope', 'openid email profile');
  return asked.pathname + asked.search;
}

async function follow(start: string, ends: readonly string[]): Promise<URL> {
  const browser = createBrowserJar();
  let url = start;
  for (let step = 0; step < 10; step++) {
    if (ends.some((end) => url.startsWith(end))) return new URL(url);
    const answer = await browser.fetch(url);
    const location = answer.headers.get('location');
    if (!location) throw new Error(`The provider stopped at ${url} with ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url).href;
  }
  throw new Error('The provider sends the browser in circles.');
}
