import { createHash } from 'node:crypto';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserJar, createBrowserJar } from '#support/browser-jar.ts';
import { clientOf, type EngineServer, refusalOf, startEngineServer } from '#support/engine-server.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#support/openid-provider.ts';

const success = '../_/#/auth/oauth2-redirect-success';
const failure = '../_/#/auth/oauth2-redirect-failure';
/** The attacker's own, from which their provider link has the challenge. */
const verifier = 'a'.repeat(43);

let nowMs = Date.parse('2026-11-28T04:00:00Z');
let server: EngineServer;
let beside: EngineServer;
let provider: OpenIdProvider;
const closers: Array<() => void> = [];

beforeAll(async () => {
  server = await startEngineServer({ clock: { nowMs: () => nowMs } });
  beside = await startEngineServer({ beside: server, clock: { nowMs: () => nowMs } });
  provider = await startOpenIdProvider([server, beside].map(({ url }) => `${url}/api/oauth2-redirect`));
  await server.root.collections.create({
    name: 'people',
    type: 'auth',
    createRule: '@request.context = "oauth2"',
    oauth2: { enabled: true, providers: [{ ...provider.settings, displayName: 'Test ID' }] },
  });
  provider.signInAs({ sub: 'victim', email: 'victim@example.com', email_verified: true, name: 'Victim' });
});

afterAll(async () => {
  for (const close of closers.splice(0)) close();
  await beside.close();
  await server.close();
  await provider.close();
});

type Heard = { state: string; code: string; error?: string };
type Stream = { id: string; heard: Heard[] };

/** A stream of this browser; whoever opened it hears what it brings. */
function openStream(browser: BrowserJar, { url } = server): Promise<Stream> {
  const source = new EventSource(`${url}/api/realtime`, { fetch: browser.fetch });
  closers.push(() => source.close());
  const heard: Heard[] = [];
  source.addEventListener('@oauth2', ({ data }) => heard.push(JSON.parse(data)));
  return new Promise((resolve) => {
    source.addEventListener('PB_CONNECT', ({ data }) => resolve({ id: JSON.parse(data).clientId, heard }));
  });
}

const subscribe = (browser: BrowserJar, { id }: Stream, { url } = server, topics = ['@oauth2']) =>
  browser.fetch(`${url}/api/realtime`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: id, subscriptions: topics }),
  });

async function beginSignIn(browser: BrowserJar, where = server): Promise<Stream> {
  const stream = await openStream(browser, where);
  expect((await subscribe(browser, stream, where)).status).toBe(204);
  return stream;
}

/** The provider's link of a stream with the attacker's challenge, and where the person who follows it is sent back to. */
async function followLink({ id }: Stream, where = server): Promise<URL> {
  const { oauth2 } = await where.guest.collection('people').listAuthMethods();
  const link = new URL(`${oauth2.providers[0]?.authURL}${encodeURIComponent(`${where.url}/api/oauth2-redirect`)}`);
  link.searchParams.set('state', id);
  link.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
  return provider.authorize(link.href);
}

const placeOf = async (answer: Promise<Response>) => (await answer).headers.get('location');
const onServer = (back: URL, { url }: EngineServer) => `${url}${back.pathname}${back.search}`;
/** All that was on its way to the stream is there once this is. */
async function settle(browser: BrowserJar, stream: Stream): Promise<void> {
  const { db } = server.engine;
  await db.query('select 1');
  await subscribe(browser, stream);
}

describe('[25.18] a stranger who opened the stream', () => {
  test('does not get the code of a person of the same address who follows their link, and nobody is signed in', async () => {
    const [attacker, victim] = [createBrowserJar(), createBrowserJar()];
    const stream = await beginSignIn(attacker);
    const back = await followLink(stream);
    const code = back.searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    expect(await placeOf(victim.fetch(back))).toBe(failure);
    await settle(attacker, stream);
    expect(stream.heard).toEqual([]);
    expect(await server.root.collection('people').getFullList()).toEqual([]);
  });

  test('not of one who is signing in as well, whose cookie is of another stream', async () => {
    const [attacker, victim] = [createBrowserJar(), createBrowserJar()];
    const stream = await beginSignIn(attacker);
    const own = await beginSignIn(victim);
    const back = await followLink(stream);
    expect(await placeOf(victim.fetch(back))).toBe(failure);
    await settle(attacker, stream);
    expect([stream.heard, own.heard]).toEqual([[], []]);
    // What the person themselves began goes on.
    expect(await placeOf(victim.fetch(await followLink(own)))).toBe(success);
    await expect.poll(() => own.heard).toMatchObject([{ state: own.id }]);
  });

  test('not when the person comes back to another server than the stream is on', async () => {
    const [attacker, victim] = [createBrowserJar(), createBrowserJar()];
    const stream = await beginSignIn(attacker);
    const back = await followLink(stream);
    expect(await placeOf(victim.fetch(onServer(back, beside)))).toBe(failure);
    // With a cookie of another sign-in under the stream's name the other server is asked, and says no.
    const forged = { headers: { cookie: `oauth2-${stream.id}=${'x'.repeat(43)}` } };
    expect(await placeOf(fetch(onServer(back, beside), { ...forged, redirect: 'manual' }))).toBe(failure);
    expect(await placeOf(fetch(back, { ...forged, redirect: 'manual' }))).toBe(failure);
    await settle(attacker, stream);
    expect(stream.heard).toEqual([]);
    // The one who began it is still waited for, there too.
    expect(await placeOf(attacker.fetch(onServer(back, beside)))).toBe(success);
    await expect.poll(() => stream.heard.length).toBe(1);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', {}],
    ['a form with files', 'multipart/form-data; boundary=x', {}],
    ['a text', 'text/plain', {}],
    ['JSON of a page of another site', 'application/json', { 'sec-fetch-site': 'cross-site' }],
    ['JSON of another server of the same site', 'application/json', { 'sec-fetch-site': 'same-site' }],
  ])(
    'cannot have their cookie put into the person’s browser by %s that a page of theirs sends',
    async (_what, type, extra) => {
      const [attacker, victim] = [createBrowserJar(), createBrowserJar()];
      const stream = await openStream(attacker);
      const fields = { clientId: stream.id, subscriptions: '@oauth2' };
      const body = type.includes('json')
        ? JSON.stringify({ ...fields, subscriptions: ['@oauth2'] })
        : type.includes('multipart')
          ? `--x\r\nContent-Disposition: form-data; name="@jsonPayload"\r\n\r\n${JSON.stringify(fields)}\r\n--x--\r\n`
          : new URLSearchParams(fields).toString();
      await victim.fetch(`${server.url}/api/realtime`, {
        method: 'POST',
        headers: { 'content-type': type, ...extra },
        body,
      });
      expect(victim.written).toEqual([]);
      expect(await placeOf(victim.fetch(await followLink(stream)))).toBe(failure);
      await settle(attacker, stream);
      expect(stream.heard).toEqual([]);
    },
  );

  test('who subscribes again gets no second cookie to hand on, and loses the first with the subscription', async () => {
    const attacker = createBrowserJar();
    const stream = await beginSignIn(attacker);
    expect((await subscribe(attacker, stream, server, ['@oauth2', 'people/*'])).headers.getSetCookie()).toEqual([]);
    await subscribe(attacker, stream, server, ['people/*']);
    const back = await followLink(stream);
    await subscribe(createBrowserJar(), stream);
    expect(await placeOf(attacker.fetch(back))).toBe(failure);
    expect(stream.heard).toEqual([]);
  });

  test('cannot end the sign-in with a code of somebody else’s link: the provider asks for the verifier of the link', async () => {
    const person = createBrowserJar();
    const stream = await beginSignIn(person);
    const back = await followLink(stream);
    const redirectURL = `${server.url}/api/oauth2-redirect`;
    const code = back.searchParams.get('code') ?? '';
    const people = clientOf(server.url).collection('people');
    const other = await refusalOf(people.authWithOAuth2Code('oidc', code, 'b'.repeat(43), redirectURL));
    expect(other).toMatchObject({ status: 400, message: 'Failed to fetch OAuth2 token.' });
  });
});

describe('[25.18] the browser that began it', () => {
  test('has a cookie that no script reads and no other site sends, for a quarter of an hour and one return', async () => {
    const browser = createBrowserJar();
    const stream = await beginSignIn(browser);
    expect(browser.written).toEqual([
      expect.stringMatching(
        new RegExp(`^oauth2-${stream.id}=\\w{43}; Max-Age=900; HttpOnly; SameSite=Lax; Path=/api/oauth2-redirect$`),
      ),
    ]);
    const back = await followLink(stream);
    const early = { headers: { cookie: browser.written[0]?.split(';')[0] ?? '' }, redirect: 'manual' } as const;
    expect(await placeOf(browser.fetch(back))).toBe(success);
    await expect.poll(() => stream.heard).toEqual([{ state: stream.id, code: back.searchParams.get('code') }]);
    expect(browser.written.at(-1)).toContain('Max-Age=0');
    expect(await placeOf(fetch(back, early))).toBe(failure);
    expect(stream.heard).toHaveLength(1);
  });

  test('comes too late after a quarter of an hour', async () => {
    const browser = createBrowserJar();
    const [inTime, late] = [await beginSignIn(browser), await beginSignIn(browser)];
    nowMs += 15 * 60_000 - 1;
    expect(await placeOf(browser.fetch(`${server.url}/api/oauth2-redirect?state=${inTime.id}&code=c`))).toBe(success);
    nowMs += 1;
    expect(await placeOf(browser.fetch(`${server.url}/api/oauth2-redirect?state=${late.id}&code=c`))).toBe(failure);
  });

  test.each(['this server', 'another server'])(
    'comes back by a form of the provider to %s as by a link',
    async (where) => {
      const target = where === 'this server' ? server : beside;
      const [browser, other] = [createBrowserJar(), createBrowserJar()];
      const stream = await beginSignIn(browser);
      const body = new URLSearchParams({ state: stream.id, code: 'a code/+=', user: '{"name":"N"}' });
      // Another site's form comes without the cookie, so that nothing is decided by it.
      const form = await fetch(`${target.url}/api/oauth2-redirect`, { method: 'POST', body, redirect: 'manual' });
      expect(form.status).toBe(303);
      const next = new URL(form.headers.get('location') ?? '', `${target.url}/api/oauth2-redirect`);
      expect([next.origin, next.pathname]).toEqual([target.url, '/api/oauth2-redirect']);
      expect(await placeOf(other.fetch(next))).toBe(failure);
      expect(await placeOf(browser.fetch(next))).toBe(success);
      await expect.poll(() => stream.heard).toEqual([{ state: stream.id, code: 'a code/+=' }]);
    },
  );

  test('hears of a refusal of the provider', async () => {
    const browser = createBrowserJar();
    const stream = await beginSignIn(browser);
    const back = `${server.url}/api/oauth2-redirect?state=${stream.id}&error=access_denied`;
    expect(await placeOf(browser.fetch(back))).toBe(failure);
    await expect.poll(() => stream.heard).toEqual([{ state: stream.id, code: '', error: 'access_denied' }]);
  });
});
