import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import zlibModule, { constants as zlib } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { databaseAgainMs } from '../database/is-database-away.ts';
import type { Logger } from '../log.ts';
import { type Random, tokenAlphabet } from '../random.ts';
import { networkOf } from './client-ip.ts';
import { createRenderLine, type Reader, type RenderLine } from './create-render-line.ts';
import { createPageKeeper, type PageKeeper } from './keep-page.ts';
import { firstLanguage, loadWebBuilds, type StaticFile, type WebBuild } from './load-web-build.ts';
import { type PackedPage, packPage } from './pack-page.ts';
import { cookieLanguage, cookieTheme } from './page-cookies.ts';
import { whenOver } from './when-over.ts';

export type WebOptions = {
  /** The folder with `client` and `server`, as the build leaves them. */
  distFolder: string;
  /** Embedded in every page for the browser's half. */
  flags: Record<string, unknown>;
  /** What pages may load from elsewhere besides this origin; nothing unless told. */
  trusted?: TrustedOrigins;
  /** Calls when what pages show may have changed: they are rendered anew then. */
  followChanges?: (noteChange: () => void) => void;
  /** Where a visitor comes from, by their headers and their connection; the connection unless given. */
  clientIp?: (headers: IncomingHttpHeaders, socketIp: string) => string;
  /** Throws an ApiError when a page for that address is one too many; kept pages are not asked about. */
  admitRender?: (ip: string) => Promise<void>;
  /** Throws an ApiError when one more page may not wait to be rendered, as so many do already. */
  admitWaiting?: (waiting: number) => void;
  clock: Clock;
  random: Random;
  log: Pick<Logger, 'error'>;
};

/** Addresses whose sign-in forms are sent by script only; without scripts the page comes again and says so. */
const postedPages = ['/login', '/login-otp', '/register', '/forgot-password', '/auth/:call/:token'];
const year = 'public, max-age=31536000, immutable';
const day = 'public, max-age=86400';
const brotli = promisify(zlibModule.brotliCompress);

/**
 * Serves the client: its files with long caching and as compressed by the build, and pages rendered here with a policy that
 * allows no inline script or style but the page's own. Pages read their data from this server's public routes, without a
 * network hop. Register it after the API's routes; unknown addresses under `/api` stay the API's to answer.
 */
export async function serveWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const builds = await loadWebBuilds(options.distFolder);
  const files = new Map([...builds.values()].flatMap((build) => [...build.files]));
  const line = createRenderLine(options);
  app.addHook('onRequest', async (request, reply) => {
    if (isWrite(request)) whenOver({ raw: reply.raw, socket: request.raw.socket }, line.noteWrite());
  });
  await app.register(async (web) => {
    for (const [address, file] of files) {
      const caching = address.startsWith('/assets/') ? year : day;
      web.get(address, (request, reply) => sendFile(request, reply, { file, caching }));
    }
    const keeper = createPageKeeper<SentPage>(options.clock, (page) => ('packed' in page ? page.packed.size : 0));
    options.followChanges?.(keeper.noteChange);
    // Kept pages carry this in the place of a nonce, which each answer has of its own.
    const nonceMark = options.random.text(22, tokenAlphabet);
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      answerPage({ app, builds, options, keeper, line, nonceMark }, request, reply);
    web.get('/*', answer);
    web.removeAllContentTypeParsers();
    web.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null, undefined);
    });
    for (const path of postedPages) web.post(path, answer);
  });
}

/** A page as it is kept: its bytes between the nonces, which take half the room of the text. */
type SentPage =
  | { status: number; location: string }
  | { status: number; packed: PackedPage; failures: readonly unknown[] };

type Web = {
  app: FastifyInstance;
  builds: ReadonlyMap<string, WebBuild>;
  options: WebOptions;
  keeper: PageKeeper<SentPage>;
  line: RenderLine;
  nonceMark: string;
};

async function answerPage(web: Web, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? '/';
  if (/^\/(?:[Aa][Pp][Ii]|assets|dev|metrics|_\/.+)(?:\/|$)/.test(path)) return reply.callNotFound();
  const nonce = web.options.random.text(22, tokenAlphabet);
  // A page is the same for everybody who reads in its language and theme; only what a form posts is its sender's.
  const reader = readerOf(web, request, reply);
  if (request.method === 'POST')
    return sendPage(web, await renderInTurn(web, { request, reader }), { nonce, request, reply });
  const key = `${cookieTheme(request.headers.cookie) ?? ''} ${languageOf(web, request)} ${request.url}`;
  const page = await web.keeper.keepPage(
    key,
    (began) => renderInTurn(web, { request, reader, key, began }),
    () => web.line.join(reader, key),
  );
  return sendPage(web, page, { nonce, request, reply });
}

type WaitingReader = Reader & { ip: string };

function readerOf({ options }: Web, request: FastifyRequest, reply: FastifyReply): WaitingReader {
  const ip = options.clientIp?.(request.headers, request.ip) ?? request.ip;
  const onGone: Reader['onGone'] = (leave) =>
    whenOver({ raw: reply.raw, socket: request.raw.socket }, () => {
      // Who was answered with a kept page, which is rendered anew behind the answer, has not left before it.
      if (!reply.raw.writableFinished) leave();
    });
  return { ip, network: networkOf(ip), onGone };
}

type WantedPage = { request: FastifyRequest; reader: WaitingReader; key?: string; began?: () => void };

async function renderInTurn(web: Web, { request, reader, key, began }: WantedPage): Promise<SentPage> {
  await web.options.admitRender?.(reader.ip);
  return web.line.inTurn(reader, key, () => {
    began?.();
    return renderPage(web, request, reader.ip);
  });
}

async function renderPage(web: Web, request: FastifyRequest, ip: string): Promise<SentPage> {
  const { app, builds, options } = web;
  const build = builds.get(languageOf(web, request));
  if (!build) throw new Error('There is no build of the first language');
  const page = await build.renderPage({
    url: `http://localhost${request.url.startsWith('//') ? '/' : request.url}`,
    nonce: web.nonceMark,
    flags: options.flags,
    theme: cookieTheme(request.headers.cookie),
    now: new Date(options.clock.nowMs()),
    // The connection of a call from inside is the visitor's: it has no headers, so nobody can claim another address by them.
    readApi: (apiPath) => readApi(app, apiPath, ip),
    assets: build.assets,
  });
  if ('location' in page) return page;
  const { status, html, failures = [] } = page;
  return { status, packed: packPage(html, web.nonceMark), failures };
}

function isWrite({ method, url }: FastifyRequest): boolean {
  return !/^(?:GET|HEAD|OPTIONS)$/.test(method) && url.startsWith('/api/');
}

type PageCall = { nonce: string; request: FastifyRequest; reply: FastifyReply };

function sendPage(web: Web, page: SentPage, { nonce, request, reply }: PageCall) {
  if ('location' in page) return reply.redirect(page.location, page.status);
  const isStopped = page.failures.some(isOfStopping);
  const status = isStopped ? 503 : page.status;
  if (status === 503) reply.header('retry-after', databaseAgainMs / 1000);
  reply.code(status).headers({ 'x-content-type-options': 'nosniff', vary: 'accept-encoding, cookie' });
  for (const err of isStopped ? [] : page.failures) {
    web.options.log.error({ err, path: request.url.split('?')[0] }, 'A page could not be shown for a reason of ours.');
  }
  reply.type('text/html; charset=utf-8').headers({
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy(nonce, web.options.trusted),
    'permissions-policy': permissionsPolicy(web.options.trusted),
  });
  return sendPacked(page.packed, { nonce, request, reply });
}

// What Fastify says to reads of a page that was being rendered when the server was told to stop: it is going, and nothing is wrong.
function isOfStopping(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'FST_ERR_REOPENED_CLOSE_SERVER';
}

/** Wallets are asked for by the frames of who is trusted. */
function permissionsPolicy(trusted?: TrustedOrigins): string {
  const payment = ['self', ...(trusted?.frames ?? []).map((origin) => `"${origin}"`)].join(' ');
  return `camera=(), microphone=(), geolocation=(self), payment=(${payment})`;
}

export type TrustedOrigins = { scripts: readonly string[]; frames: readonly string[]; connections: readonly string[] };

/** The policy of a page: this origin alone, and who is trusted besides; of inline parts only those with the nonce. */
export function contentSecurityPolicy(nonce: string, trusted?: TrustedOrigins): string {
  const and = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${and(trusted?.scripts)}`,
    ...(trusted ? [`frame-src 'self'${and(trusted.frames)}`] : []),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self'${and(trusted?.connections)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

async function readApi(app: FastifyInstance, url: string, remoteAddress: string) {
  const answer = await app.inject({ method: 'GET', url, remoteAddress });
  let body: unknown = null;
  try {
    body = JSON.parse(answer.payload);
  } catch {
    // Not JSON: the page sees the status and treats it as a failed read.
  }
  return { status: answer.statusCode, body };
}

// Packed beside the event loop: a large page takes some milliseconds. One that is asked for again is packed once for everybody.
async function sendPacked(packed: PackedPage, { nonce, request, reply }: PageCall) {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const takesGzip = /\bgzip\b/.test(accepted);
  const isAgain = packed.isSent;
  packed.isSent = true;
  if (isAgain && takesGzip) return reply.header('content-encoding', 'gzip').send(await packed.gzip(nonce));
  const text = packed.plain(nonce);
  if (/\bbr\b/.test(accepted)) {
    const bytes = await brotli(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4, [zlib.BROTLI_PARAM_LGWIN]: 18 } });
    return reply.header('content-encoding', 'br').send(bytes);
  }
  if (takesGzip) return reply.header('content-encoding', 'gzip').send(await packed.gzip(nonce));
  return reply.send(text);
}

type SentFile = { file: StaticFile; caching: string };

function sendFile(request: FastifyRequest, reply: FastifyReply, { file, caching }: SentFile) {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  reply
    .type(file.type)
    .headers({ 'cache-control': caching, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
  if (file.brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.brotli);
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.bytes);
}

/** The language a person reads the product in, as their browser keeps it; the first one unless there is a build of it. */
function languageOf({ builds }: Web, { headers: { cookie } }: FastifyRequest): string {
  const language = cookieLanguage(cookie) ?? firstLanguage;
  return builds.has(language) ? language : firstLanguage;
}
