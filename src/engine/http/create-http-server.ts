import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import { answerPreflight } from './answer-preflight.ts';
import type { AnsweredRequest } from './answered-request.ts';
import { ApiError, badRequest, notFound, usualRefusal } from './api-error.ts';
import type { AuthRecord } from './auth-record.ts';
import type { BodyLimits, Sender } from './body-limits.ts';
import { boundedMessages } from './bounded-messages.ts';
import { cleanPath, redirectTo } from './clean-path.ts';
import { type ContextOptions, contextOf, pathOf } from './context-of.ts';
import { errorEnvelope } from './error-envelope.ts';
import { holdAnswer, isLong, lengthOf } from './hold-answer.ts';
import { paceAnswer } from './pace-answer.ts';
import type { BodyPace } from './pace-body.ts';
import { type FieldPick, parseFields, pickFields } from './pick-fields.ts';
import { bodyTooLarge } from './read-body.ts';
import { readQuery } from './read-query.ts';
import { refuseUnreadable } from './refuse-unreadable.ts';
import type { Answer, RequestContext, RequestTurns, Route } from './route.ts';
import { securityHeaders, strictTransport } from './security-headers.ts';

export type HttpServerOptions = ContextOptions & {
  log: Logger;
  /** People come over TLS. */
  isSecure?: boolean;
  /** The record that an Authorization header stands for; null for guests and for tokens that are no longer good. */
  loadAuth: (authorization: string | undefined) => Promise<AuthRecord | null>;
  /** What a body may have, where its route does not say otherwise. */
  bodyLimits: (sender: Sender) => BodyLimits;
  /** The refusal that an error of the parts below stands for; undefined: it is a fault of ours. */
  explain?: (error: unknown) => ApiError | undefined;
  /** Where the memory for large answers that are on their way is asked for. */
  answerMemory?: ContextOptions['bodyMemory'];
  /** How fast an answer must be taken; the usual unless given. */
  answerPace?: BodyPace;
  /** What must be known before anything of a request with these path parameters is judged. */
  prepare?: (params: Readonly<Record<string, string>>, route: Route) => Promise<void>;
  /** Throws an ApiError when the request may not come in: from a strange place, or one too many. */
  admit?: (request: RequestContext, route: Route) => Promise<void>;
  /** In whose turn a request is worked at, its body read first; at once unless given. */
  inTurn?: RequestTurns;
  /** Hears of how many bytes were written for an answer. */
  charge?: (request: RequestContext, bytes: number) => void;
  /** Hears of each call that a route has done, before it is answered. */
  onDone?: (request: RequestContext, route: Route) => Promise<void>;
  /** Hears of everything that was answered, pages and unknown addresses too; streams of realtime, which last, are left out. */
  measure?: (call: AnsweredCall) => void;
  /** Hears of each call of the API once it is answered. */
  onAnswer?: (request: AnsweredRequest) => void;
};

/** `route` is the pattern that took the request, empty when none did; `seconds` go to the end of the answer. */
export type AnsweredCall = { method: string; route: string; status: number; seconds: number };

/** What is found out about a request on its way, for who hears of its answer. */
type Seen = { context?: RequestContext; route?: Route; refusal?: ApiError };

declare module 'fastify' {
  interface FastifyRequest {
    /** Kept at the request itself: a weak map of requests would be gone through at each collection of garbage. */
    seen?: Seen;
  }
}

const closeGraceMs = 3000;
const passedOverBytes = 256 * 1024 * 1024;

/** The HTTP server with the given routes, answering and refusing as the wire contract's sections 1 and 2 say. */
export function createHttpServer(routes: readonly Route[], options: HttpServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 500, querystringParser: readQuery },
    // Bodies are read by read-body.ts, which knows the limit.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    http: boundedMessages,
    requestTimeout: 300_000,
    clientErrorHandler: refuseUnreadable,
    // An address that is not encoded well never reaches a route.
    frameworkErrors: (error, _request, reply) =>
      sendError(reply, new ApiError(400, usualRefusal, {}, { cause: error })),
  });
  for (const method of ['PROPFIND', 'REPORT']) app.addHttpMethod(method, { hasBody: true });
  app.removeAllContentTypeParsers();
  app.register(multipart);
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  // What was read together with the request that ended its connection (bounded-messages.ts) comes all the same.
  app.addHook('onRequest', async (request, reply) => (request.raw.socket.destroyed ? reply.hijack() : undefined));
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && request.is404) return answerPreflight(request, reply);
    reply.headers(securityHeaders);
    const cleaned = cleanPath(request.url);
    if (cleaned?.startsWith('/api/')) return redirectTo(request, reply, cleaned);
    if (options.isSecure) reply.headers(strictTransport);
    // What may be read across origins is the API, by whoever has a token; pages and their parts are this site's.
    if (!isApi(request)) reply.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (isApi(request)) reply.header('Vary', 'Origin');
    if (isApi(request) && request.headers.origin) reply.header('Access-Control-Allow-Origin', '*');
    return undefined;
  });
  app.decorateRequest('seen');
  app.addHook('onResponse', async (request, reply) => {
    measureAnswer(request, reply, options);
    tellOfAnswer(request, reply, options);
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isLong(payload)) paceAnswer(reply, lengthOf(payload, reply.getHeader('content-length')), options.answerPace);
  });
  app.addHook('preClose', async () => {
    // Requests that run may end by themselves; what is still open then (streams, slow clients) must not keep the server from ending.
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref();
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: ApiError) => {
    request.seen = { ...request.seen, refusal };
    return sendError(reply, refusal);
  };
  // What is no call of the API is counted and refused like one.
  app.setNotFoundHandler(async (request, reply) => {
    if (isApi(request)) await enter(request, reply, { route: unknownRoute, options });
    return refuse(request, reply, notFound());
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, asApiError(error, request, options)));
  app.after(() => {
    for (const route of routes)
      app.route({ method: route.method, url: route.path, handler: handlerOf(route, options) });
  });
  return app;
}

function measureAnswer(request: FastifyRequest, reply: FastifyReply, { measure }: HttpServerOptions): void {
  const route = request.is404 ? '' : (request.routeOptions.url ?? '');
  if (!measure || (route === '/api/realtime' && request.method === 'GET')) return;
  measure({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
}

function tellOfAnswer(request: FastifyRequest, reply: FastifyReply, { onAnswer }: HttpServerOptions): void {
  if (!onAnswer || request.method === 'OPTIONS' || !isApi(request)) return;
  const { context, route, refusal } = request.seen ?? {};
  if (route?.isLogged === false && !refusal) return;
  onAnswer({
    method: request.method,
    url: request.url,
    status: reply.statusCode,
    milliseconds: reply.elapsedTime,
    referer: request.headers.referer ?? '',
    userAgent: request.headers['user-agent'] ?? '',
    auth: context?.auth ?? null,
    ip: context?.ip ?? request.ip,
    socketIp: request.ip,
    refusal,
  });
}

function isApi({ url }: FastifyRequest): boolean {
  return /^\/api(?:\/|$)/i.test(pathOf(url));
}

const unknownRoute: Route = { method: 'GET', path: '', handle: async () => undefined };

type Entrance = { route: Route; options: HttpServerOptions };

/** Who asks for what, once the request may come in: from there, so often, with a body of that size. */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, options }: Entrance,
): Promise<RequestContext> {
  const params = request.params as Record<string, string>;
  await options.prepare?.(params, route);
  const { authorization } = request.headers;
  const auth = authorization ? await options.loadAuth(authorization) : null;
  // The request goes on as a guest's; whoever sent the token gets to know that it is no longer good (RFC 6750).
  if (authorization && !auth) reply.header('WWW-Authenticate', 'Bearer error="invalid_token"');
  const sender = senderOf(auth);
  const usual = options.bodyLimits(sender);
  const limits = route.bodyLimits?.(usual, { params, sender }) ?? usual;
  const context = contextOf(request, reply, { auth, limits, options });
  request.seen = { context, route };
  await options.admit?.(context, route);
  refuseAnnounced(request, limits);
  return context;
}

function senderOf(auth: AuthRecord | null): Sender {
  if (auth === null) return 'guest';
  return auth.isSuperuser ? 'superuser' : 'person';
}

// What says that it is too large is refused before anything of it is taken.
function refuseAnnounced({ headers }: FastifyRequest, { bytes, textBytes }: BodyLimits): void {
  const isMultipart = headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
  if (Number(headers['content-length'] ?? 0) > (isMultipart ? bytes : textBytes)) throw bodyTooLarge();
}

function handlerOf(route: Route, options: HttpServerOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasEmptyName(request)) {
      await enter(request, reply, { route: unknownRoute, options });
      throw notFound();
    }
    const context = await enter(request, reply, { route, options });
    const picks = fieldPicksOf(context);
    const handle = async () => route.handle(context);
    const answer = await (options.inTurn ? options.inTurn(context, handle) : handle());
    await options.onDone?.(context, route);
    return answer ? sendAnswer(context, { answer, picks }, options) : reply;
  };
}

// `/api/collections/` is the path of no collection.
function hasEmptyName({ params }: FastifyRequest): boolean {
  return Object.entries(params as Record<string, string>).some(([name, value]) => name !== '*' && value === '');
}

type Made = { answer: Answer; picks: FieldPick | undefined };

function sendAnswer(context: RequestContext, { answer, picks }: Made, { answerMemory, charge }: HttpServerOptions) {
  const [{ reply }, { status, headers, body }] = [context, answer];
  const isPlain = body === undefined || isSentAsItIs(body);
  const bytes = isPlain ? body : jsonOf(body, status < 300 ? picks : undefined);
  if (!isPlain && Buffer.isBuffer(bytes)) charge?.(context, bytes.length);
  // Before anything is said of it: where there is no room, something else is answered.
  if (isLong(bytes)) holdAnswer(context, { bytes, headers }, answerMemory);
  if (headers) reply.headers(headers);
  if (isPrivate(context, reply)) reply.header('Cache-Control', 'private, no-store');
  reply.code(status);
  if (!isPlain) reply.header('Content-Type', 'application/json');
  return bytes === undefined ? reply.send() : reply.send(bytes);
}

function jsonOf(body: unknown, picks: FieldPick | undefined): Buffer {
  return Buffer.from(`${JSON.stringify(picks ? pickFields(body, picks) : body)}\n`);
}

function isSentAsItIs(body: unknown): body is string | Buffer | Readable {
  return typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Readable;
}

// What was answered to somebody, or to a write (a token, a code), is nobody else's and stays in no browser's cache unless its route says so.
// Other clients keep no answers by themselves, and get the headers that the protocol has.
function isPrivate({ auth, method, query, headers }: RequestContext, reply: FastifyReply): boolean {
  const isForOne = auth !== null || query.token !== undefined || (method !== 'GET' && method !== 'HEAD');
  return isForOne && isBrowser(headers) && !reply.hasHeader('Cache-Control');
}

function isBrowser(headers: RequestContext['headers']): boolean {
  return headers.sec_fetch_site !== undefined || /^Mozilla\//.test(headers.user_agent ?? '');
}

// An invalid modifier is refused before the route does anything: a write must not happen behind a 400.
function fieldPicksOf(context: RequestContext): FieldPick | undefined {
  // NUL is dropped, as from all texts.
  const fields = context.query.fields?.replaceAll('\0', '');
  return fields === undefined || /^[\s,]*$/.test(fields) ? undefined : parseFields(fields);
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.code(error.status).header('Content-Type', 'application/json');
  const { retryAfterMs } = error;
  if (retryAfterMs !== undefined) reply.header('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  // The rest of a body that is too large is passed over, so that its sender gets to read the answer; without end it is cut off.
  // Of one that does not come nothing more is waited for.
  const { raw, headers } = reply.request;
  const isTooLong = error.status === 413 && Number(headers['content-length'] ?? 0) > passedOverBytes;
  const isWithoutEnd = !raw.complete && headers['content-length'] === undefined;
  if (isTooLong || isWithoutEnd || error.status === 408) reply.header('Connection', 'close');
  return reply.send(Buffer.from(`${JSON.stringify(errorEnvelope(error))}\n`));
}

/** SQLSTATE of a text that can't be stored. */
const invalidCharacter = '22021';

function asApiError(error: unknown, request: FastifyRequest, { log, explain }: HttpServerOptions): ApiError {
  if (error instanceof ApiError) return error;
  // The client went away in the middle of its body: nobody reads this answer.
  if (request.raw.errored === error) return badRequest();
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode === 404) return notFound();
    if (error.statusCode === 413) return bodyTooLarge(error);
    if (error.statusCode === 415) return badRequest('Unsupported Content-Type.');
    if (error.statusCode < 500) return badRequest();
  }
  // PostgreSQL takes no NUL character in texts. It can only come from the request, in any of its parameters.
  if (error instanceof Error && 'code' in error && error.code === invalidCharacter) return badRequest();
  const path = request.url.split('?')[0];
  const explained = explain?.(error);
  if (explained) {
    log.warn({ err: error, method: request.method, path }, 'A request was refused: the database did not answer.');
    return explained;
  }
  log.error({ err: error, method: request.method, path }, 'A request failed for a reason of ours.');
  return new ApiError(500, usualRefusal, {}, { cause: error });
}
