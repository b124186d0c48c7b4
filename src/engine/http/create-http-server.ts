import type { IncomingHttpHeaders } from 'node:http';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import type { AnsweredRequest } from './answered-request.ts';
import { ApiError, badRequest, notFound } from './api-error.ts';
import type { AuthRecord } from './auth-record.ts';
import { errorEnvelope } from './error-envelope.ts';
import { type FieldPick, parseFields, pickFields } from './pick-fields.ts';
import { readBody } from './read-body.ts';
import type { RequestBody, RequestContext, Route } from './route.ts';

export type HttpServerOptions = {
  log: Logger;
  /** The record that an Authorization header stands for; null for guests and for tokens that are no longer good. */
  loadAuth: (authorization: string | undefined) => Promise<AuthRecord | null>;
  /** Where a request comes from, by its headers and its connection; the connection unless given. */
  clientIp?: (headers: IncomingHttpHeaders, socketIp: string) => string;
  /** 32 MiB unless told (wire contract, section 22). */
  bodyLimitBytes?: number;
  /** Throws an ApiError when the request may not come in: from a strange place, or one too many. */
  admit?: (request: RequestContext, route: Route) => Promise<void>;
  /** Hears of each call of the API once it is answered. */
  onAnswer?: (request: AnsweredRequest) => void;
};

/** What is found out about a request on its way, for who hears of its answer. */
type Seen = { context?: RequestContext; route?: Route; refusal?: ApiError };

const closeGraceMs = 3000;

const securityHeaders = {
  'X-XSS-Protection': '1; mode=block',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
};

/** The HTTP server with the given routes, answering and refusing as the wire contract's sections 1 and 2 say. */
export function createHttpServer(routes: readonly Route[], options: HttpServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 500 },
    // Bodies are read by read-body.ts, which knows the limit.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    requestTimeout: 300_000,
  });
  app.removeAllContentTypeParsers();
  app.register(multipart);
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return answerPreflight(request, reply);
    reply.headers(securityHeaders);
    if (request.url.startsWith('/api/')) reply.headers({ 'Access-Control-Allow-Origin': '*', Vary: 'Origin' });
    return undefined;
  });
  const seen = new WeakMap<FastifyRequest, Seen>();
  app.addHook('onResponse', async (request, reply) => tellOfAnswer(request, reply, { options, seen }));
  app.addHook('preClose', async () => {
    // Requests that run may end by themselves; what is still open then (streams, slow clients) must not keep the server from ending.
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref();
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: ApiError) => {
    seen.set(request, { ...seen.get(request), refusal });
    return sendError(reply, refusal);
  };
  app.setNotFoundHandler((request, reply) => refuse(request, reply, notFound()));
  app.setErrorHandler((error, request, reply) => refuse(request, reply, asApiError(error, request, options.log)));
  app.after(() => {
    for (const route of routes)
      app.route({ method: route.method, url: route.path, handler: handlerOf(route, options, seen) });
  });
  return app;
}

function tellOfAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { options, seen }: { options: HttpServerOptions; seen: WeakMap<FastifyRequest, Seen> },
): void {
  if (!options.onAnswer || request.method === 'OPTIONS' || !request.url.startsWith('/api/')) return;
  const { context, route, refusal } = seen.get(request) ?? {};
  if (route?.isLogged === false && !refusal) return;
  options.onAnswer({
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

function handlerOf(route: Route, options: HttpServerOptions, seen: WeakMap<FastifyRequest, Seen>) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const context = await contextOf(request, reply, { route, options });
    seen.set(request, { context, route });
    await options.admit?.(context, route);
    const picks = fieldPicksOf(context);
    const answer = await route.handle(context);
    if (!answer) return reply;
    if (answer.headers) reply.headers(answer.headers);
    reply.code(answer.status);
    if (answer.body === undefined) return reply.send();
    if (typeof answer.body === 'string' || Buffer.isBuffer(answer.body)) return reply.send(answer.body);
    const body = picks && answer.status < 300 ? pickFields(answer.body, picks) : answer.body;
    reply.header('Content-Type', 'application/json');
    return reply.send(Buffer.from(`${JSON.stringify(body)}\n`));
  };
}

// An invalid modifier is refused before the route does anything: a write must not happen behind a 400.
function fieldPicksOf(context: RequestContext): FieldPick | undefined {
  const { fields } = context.query;
  return fields === undefined || fields.trim() === '' ? undefined : parseFields(fields);
}

async function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, options }: { route: Route; options: HttpServerOptions },
): Promise<RequestContext> {
  const { authorization } = request.headers;
  const limitBytes = route.bodyLimitBytes?.() ?? options.bodyLimitBytes ?? 32 * 1024 * 1024;
  let body: Promise<RequestBody> | undefined;
  return {
    method: request.method,
    path: request.url.split('?')[0] ?? '/',
    params: request.params as Record<string, string>,
    query: firstValues(request.query as Record<string, string | string[]>),
    headers: snakeCased(request.headers),
    body(malformed) {
      body ??= readBody(request, limitBytes, malformed);
      return body;
    },
    auth: authorization ? await options.loadAuth(authorization) : null,
    ip: options.clientIp?.(request.headers, request.ip) ?? request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    reply,
  };
}

function firstValues(query: Record<string, string | string[]>): Record<string, string> {
  const first: Record<string, string> = {};
  for (const key in query) {
    const value = query[key];
    first[key] = (Array.isArray(value) ? value[0] : value) ?? '';
  }
  return first;
}

function snakeCased(headers: FastifyRequest['headers']): Record<string, string> {
  const snake: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) snake[name.replaceAll('-', '_')] = Array.isArray(value) ? (value[0] ?? '') : value;
  }
  return snake;
}

function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  });
  const wanted = request.headers['access-control-request-headers'];
  if (wanted) reply.header('Access-Control-Allow-Headers', wanted);
  return reply.code(204).send();
}

function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  reply.code(error.status).header('Content-Type', 'application/json');
  // Nobody reads the rest of a body that is too large: the connection cannot serve another request.
  if (error.status === 413) reply.header('Connection', 'close');
  return reply.send(Buffer.from(`${JSON.stringify(errorEnvelope(error))}\n`));
}

/** SQLSTATE of a text that can't be stored. */
const invalidCharacter = '22021';

function asApiError(error: unknown, request: FastifyRequest, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode === 404) return notFound();
    if (error.statusCode === 413) return new ApiError(413, 'Request entity too large.', {}, { cause: error });
    if (error.statusCode < 500) return badRequest();
  }
  // PostgreSQL takes no NUL character in texts. It can only come from the request, in any of its parameters.
  if (error instanceof Error && 'code' in error && error.code === invalidCharacter) return badRequest();
  const path = request.url.split('?')[0];
  log.error({ err: error, method: request.method, path }, 'A request failed for a reason of ours.');
  return new ApiError(500, 'Something went wrong while processing your request.', {}, { cause: error });
}
