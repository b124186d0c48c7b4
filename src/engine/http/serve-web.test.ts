import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entry, writeWebBuild } from '#support/write-web-build.ts';
import { bodyLimitsOf } from '../limits/body-limits-of.ts';
import { overBudget } from '../limits/budgets.ts';
import { createLogger } from '../log.ts';
import { systemRandom } from '../random.ts';
import { createHttpServer } from './create-http-server.ts';
import type { Route } from './route.ts';
import { contentSecurityPolicy, serveWeb } from './serve-web.ts';

const renderer = `export async function renderPage(page) {
  const { pathname } = new URL(page.url);
  if (pathname === '/moved') return { status: 302, location: '/there' };
  if (pathname === '/away') return { status: 503, html: '<p>Later</p>', failures: [new Error('It is away.')] };
  if (pathname === '/broken') return { status: 500, html: '<p>Sorry</p>', failures: [new Error('It broke.')] };
  if (pathname === '/cut-off') await page.readApi('/api/slow');
  let read;
  try {
    read = await page.readApi('/api/thing?x=1');
  } catch (error) {
    return { status: 500, html: '<p>Sorry</p>', failures: [error] };
  }
  const { nonce, theme, flags, now, assets } = page;
  const seen = { pathname, nonce, theme, flags, now, read, entry: assets.entryScript, css: assets.styles.landing.text };
  return { status: pathname === '/missing' ? 404 : 200, html: JSON.stringify(seen) };
}`;

const thing: Route = {
  method: 'GET',
  path: '/api/thing',
  handle: async ({ ip, query }) => ({ status: 200, body: { ip, query } }),
};
const createServer = (routes: Route[] = [thing]) =>
  createHttpServer(routes, {
    log: createLogger('silent'),
    loadAuth: async () => null,
    bodyLimits: (sender) => bodyLimitsOf({}, sender),
  });

describe('serving the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  let app: FastifyInstance;
  const logged: unknown[] = [];
  const log = { error: (...entry: unknown[]) => void logged.push(entry) };

  beforeAll(async () => {
    writeWebBuild(folder, renderer);
    writeWebBuild(join(folder, 'zh'), `export const renderPage = async () => ({ status: 200, html: 'zh' });`);
    app = createServer();
    const flags = { enableGoogleSignIn: true };
    await serveWeb(app, { distFolder: folder, flags, clock: { nowMs: () => 0 }, random: systemRandom, log });
  });

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('renders pages with data read in the process, flags, the product’s time and the chosen theme', async () => {
    const answer = await app.inject({
      url: '/some/page?q=1',
      headers: { cookie: 'a=b; theme=dark' },
      remoteAddress: '203.0.113.9',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      pathname: '/some/page',
      theme: 'dark',
      flags: { enableGoogleSignIn: true },
      now: '1970-01-01T00:00:00.000Z',
      read: { status: 200, body: { ip: '203.0.113.9', query: { x: '1' } } },
      entry: `/${entry}`,
      css: '.landing{}',
    });
  });

  it('answers 503 and logs no fault for a page that was being rendered when the server is told to stop', async () => {
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const handle = async () => {
      asked.resolve();
      await goOn.promise;
      return { status: 200, body: {} };
    };
    const stopped = createServer([thing, { method: 'GET', path: '/api/slow', handle }]);
    const faults: unknown[] = [];
    const options = { clock: { nowMs: () => 0 }, random: systemRandom, log: { error: () => void faults.push(1) } };
    await serveWeb(stopped, { distFolder: folder, flags: {}, ...options });
    const answer = stopped.inject('/cut-off');
    await asked.promise;
    await stopped.close();
    goOn.resolve();
    expect((await answer).statusCode).toBe(503);
    expect((await answer).headers['retry-after']).toBe('5');
    expect(faults).toEqual([]);
  });

  it('says when to come again to a page whose reads have to wait', async () => {
    const answer = await app.inject('/away');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    logged.length = 0;
  });

  it('renders pages in the language that the browser keeps, where there is a build of it', async () => {
    const read = async (url: string, language: string) =>
      (await app.inject({ url, headers: { cookie: `theme=dark; language=${language}` } })).payload;
    for (const url of ['/', '/some/page']) {
      expect(await read(url, 'zh')).toBe('zh');
      expect(JSON.parse(await read(url, 'fr'))).toMatchObject({ pathname: url });
    }
  });

  it('forbids every inline part but those with a nonce that is new for each page', async () => {
    const [first, second] = await Promise.all([app.inject('/'), app.inject('/')]);
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' 'nonce-${first.json().nonce}';`);
    expect(policy).toContain(`style-src 'self' 'nonce-${first.json().nonce}';`);
    expect(policy).not.toContain('unsafe');
    expect(first.json().nonce).not.toBe(second.json().nonce);
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('http');
  });

  it('lets a page load from elsewhere only who is trusted, as Stripe is where it takes the payments', () => {
    const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com'];
    const trusted = {
      scripts: stripe,
      frames: [...stripe, 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
    };
    const policy = contentSecurityPolicy('n', trusted).split('; ');
    expect(policy).toContain("script-src 'self' 'nonce-n' https://js.stripe.com https://*.js.stripe.com");
    expect(policy).toContain("frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com");
    expect(policy).toContain("connect-src 'self' https://api.stripe.com");
    expect(policy).toContain("style-src 'self' 'nonce-n'");
  });

  it('answers redirects and missing pages as the renderer says', async () => {
    expect((await app.inject('/moved')).headers.location).toBe('/there');
    expect((await app.inject('/missing')).statusCode).toBe(404);
  });

  it('writes into the log why a page could not be shown', async () => {
    expect((await app.inject('/broken?code=secret')).statusCode).toBe(500);
    expect(logged).toEqual([[{ err: new Error('It broke.'), path: '/broken' }, expect.any(String)]]);
  });

  it('keeps assets for a year and sends them as the build compressed them', async () => {
    const answer = await app.inject({ url: `/${entry}`, headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toBe('run()');
    expect((await app.inject(`/${entry}`)).payload).toBe('run()');
    expect((await app.inject('/robots.txt')).headers['cache-control']).toBe('public, max-age=86400');
  });

  it('compresses pages for who can read that', async () => {
    const answer = await app.inject({ url: '/?asked=once', headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toContain('accept-encoding');
  });

  it('leaves unknown addresses of the API to the API, and never sends files outside the build', async () => {
    for (const path of ['/api/nothing', '/API/health', '/Api']) {
      const { statusCode, headers } = await app.inject(path);
      expect({ path, statusCode, type: headers['content-type'] }).toEqual({
        path,
        statusCode: 404,
        type: 'application/json',
      });
    }
    expect((await app.inject('/assets/../../server/entry-server.js')).payload).not.toContain('renderPage');
    expect((await app.inject('/manifest.json')).payload).not.toContain('isEntry');
  });

  it('shows a sign-in page again to a form sent without scripts, and reads nothing of it', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'password=secret',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().pathname).toBe('/login');
    expect(answer.payload).not.toContain('secret');
  });

  it('says plainly when there is no build', async () => {
    const options = { distFolder: join(folder, 'nowhere'), flags: {}, clock: { nowMs: () => 0 }, random: systemRandom };
    await expect(serveWeb(createServer(), { ...options, log })).rejects.toThrow('The client is not built');
  });
});

describe('kept pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-kept-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are rendered anew after a change of what they show, and each answer has a nonce of its own', async () => {
    writeWebBuild(
      folder,
      `let times = 0;
       export const renderPage = async ({ nonce }) => ({ status: 200, html: nonce + ' ' + ++times + ' ' + nonce });`,
    );
    const app = createServer();
    let noteChange = () => {};
    await serveWeb(app, {
      distFolder: folder,
      flags: {},
      followChanges(note) {
        noteChange = note;
      },
      clock: { nowMs: () => 0 },
      random: systemRandom,
      log: { error: () => undefined },
    });
    const open = async (url = '/instructors', method: 'GET' | 'POST' = 'GET') => {
      const { body, headers } = await app.inject({ method, url });
      const [nonce, times, again] = body.split(' ');
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      expect(again).toBe(nonce);
      return { nonce, times: Number(times) };
    };
    const first = await open();
    const second = await open();
    expect([first.times, second.times]).toEqual([1, 1]);
    expect(second.nonce).not.toBe(first.nonce);
    expect((await open('/instructors?page=2')).times).toBe(2);
    noteChange();
    expect((await open()).times).toBe(3);
    expect((await open()).times).toBe(3);
    expect((await open('/login', 'POST')).times).toBe(4);
    expect((await open('/login', 'POST')).times).toBe(5);
    const packed = await app.inject({ url: '/instructors', headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    const [nonce] = gunzipSync(packed.rawPayload).toString().split(' 3 ');
    expect(packed.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
    await app.close();
  });

  it('behind a proxy, what a page reads and its writing count for the visitor, and a kept page costs nothing', async () => {
    const own = join(folder, 'counted');
    writeWebBuild(own, renderer);
    const app = createServer();
    const admitted: string[] = [];
    await serveWeb(app, {
      distFolder: own,
      flags: {},
      clientIp: (headers, socketIp) => String(headers['x-real-ip'] ?? socketIp),
      async admitRender(ip) {
        if (admitted.filter((each) => each === ip).length === 2) throw overBudget('pageRendersPerMinute');
        admitted.push(ip);
      },
      clock: { nowMs: () => 0 },
      random: systemRandom,
      log: { error: () => undefined },
    });
    const open = (url: string, from: string) => app.inject({ url, headers: { 'x-real-ip': from } });
    expect((await open('/one', '203.0.113.9')).json().read.body.ip).toBe('203.0.113.9');
    expect((await open('/two', '203.0.113.9')).statusCode).toBe(200);
    expect((await open('/three', '203.0.113.9')).statusCode).toBe(429);
    expect((await open('/two', '203.0.113.9')).statusCode).toBe(200);
    expect((await open('/three', '203.0.113.8')).json().read.body.ip).toBe('203.0.113.8');
    expect(admitted).toEqual(['203.0.113.9', '203.0.113.9', '203.0.113.8']);
    await app.close();
  });
});
