import type { IncomingHttpHeaders } from 'node:http';
import { unescape as decodePercent } from 'node:querystring';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthRecord } from './auth-record.ts';
import type { BodyLimits, Caller, HeldBytes } from './body-limits.ts';
import { shareOf } from './caller-of.ts';
import type { BodyPace } from './pace-body.ts';
import { readBody, readBytes } from './read-body.ts';
import type { RequestBody, RequestContext } from './route.ts';
import { whenOver } from './when-over.ts';

export type ContextOptions = {
  /** Where a request comes from, by its headers and its connection; the connection unless given. */
  clientIp?: (headers: IncomingHttpHeaders, socketIp: string) => string;
  /** Where the memory for bodies is asked for, by whose share it is; undefined: nobody's. */
  bodyMemory?: { hold: (caller: Caller | undefined) => HeldBytes };
  /** How fast a body must come; the usual unless given. */
  bodyPace?: BodyPace;
};

/** What a route knows of a request. Its body is read only once it is asked for. */
export function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { auth, limits, options }: { auth: AuthRecord | null; limits: BodyLimits; options: ContextOptions },
): RequestContext {
  let body: Promise<RequestBody> | undefined;
  // Of a connection that was cut meanwhile no address is known any more, whatever the type says.
  const socketIp = (request.ip as string | undefined) ?? '';
  const ip = options.clientIp?.(request.headers, socketIp) ?? socketIp;
  const hold = () => {
    const held = options.bodyMemory?.hold(shareOf(auth, ip));
    if (held) whenOver({ raw: reply.raw, socket: request.raw.socket }, held.release);
    return { limits, held, pace: options.bodyPace };
  };
  return {
    method: request.method,
    path: pathOf(request.url),
    params: request.params as Record<string, string>,
    query: request.query as Record<string, string>,
    headers: snakeCased(request.headers),
    body(malformed) {
      body ??= readBody(request, hold(), malformed);
      return body;
    },
    bytes: () => readBytes(request, hold()),
    auth,
    ip,
    userAgent: request.headers['user-agent'] ?? '',
    reply,
  };
}

/** The path of an address as its route read it: written as `%61pi` it is no other, and bound by no other limits. */
export function pathOf(url: string): string {
  return decodePercent(url.split(/[?#]/, 1)[0] ?? '/');
}

/** The headers as rules name them. Whom a request is sent to is none of them, as in the reference. */
function snakeCased(headers: FastifyRequest['headers']): Record<string, string> {
  const snake: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined && name !== 'host')
      snake[name.replaceAll('-', '_')] = Array.isArray(value) ? (value[0] ?? '') : value;
  }
  return snake;
}
