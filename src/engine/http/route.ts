import type { FastifyReply } from 'fastify';
import type { AuthRecord } from './auth-record.ts';
import type { BodyLimits, Sender } from './body-limits.ts';

/** A file part of a multipart body, buffered. `name` is the client's file name. */
export type UploadedFile = { name: string; type: string; bytes: Buffer };

export type RequestBody = {
  /** Fields by name, `@jsonPayload` merged in; values inferred as the wire contract's section 1 says. */
  fields: Record<string, unknown>;
  /** Uploaded files by field name (with its modifier, such as `photos+`). */
  files: Record<string, UploadedFile[]>;
};

export type RequestContext = {
  method: string;
  /** The path without the query. */
  path: string;
  params: Record<string, string>;
  /** Query parameters; the first value wins. */
  query: Record<string, string>;
  /** Header names in snake_case and lower case, as rules see them (`x_token`). */
  headers: Record<string, string>;
  /** Reads and parses the body once; empty fields when there is none. Throws 400 with the given or the usual message on a malformed one. */
  body: (malformed?: string) => Promise<RequestBody>;
  /** The body as it came, in place of `body`: for what is signed. Absent in a batch. */
  bytes?: () => Promise<Buffer>;
  /** The signed-in record, or null for a guest (also when the token is invalid or expired). */
  auth: AuthRecord | null;
  ip: string;
  userAgent: string;
  /** Set when the call is part of a batch; rules see it as `@request.context`. */
  context?: 'batch';
  /** For streams only (files, realtime): hijack it and answer undefined. */
  reply: FastifyReply;
};

/** A body that is text, bytes or a stream is sent as it is, anything else as JSON. `never`: there is none. */
export type Answer<Body = unknown> = { status: number; body?: Body; headers?: Record<string, string> };

export type Route<Body = unknown> = {
  /** `PROPFIND` and `REPORT` are WebDAV's; `OPTIONS` takes the place of the usual answer to a preflight. */
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS' | 'PROPFIND' | 'REPORT';
  /** A Fastify path, such as `/api/collections/:collection/records/:id`. HEAD works wherever GET does. */
  path: string;
  /** What a body may have where it is not the usual: more for what the path names. */
  bodyLimits?: (usual: BodyLimits, from: { params: Record<string, string>; sender: Sender }) => BodyLimits;
  /** True: answers a file or a secret, which outlasts a look through somebody else's account and so is refused to whoever looks. */
  isTakenAway?: true;
  /** True: is about how the owner signs in, which is not for whoever looks through their account. */
  isKeptFromLookers?: true;
  /** False: the operator's log tells of it only when it is refused. */
  isLogged?: false;
  /** `?fields=` is applied to every 2xx JSON answer by the server, not by the route. Undefined: the route took over `reply`. */
  handle: (request: RequestContext) => Promise<Answer<Body> | undefined>;
};

/** Does the work of a request when the turn of its caller has come. */
export type RequestTurns = <T>(
  request: Pick<RequestContext, 'auth' | 'ip' | 'reply'>,
  work: () => Promise<T>,
) => Promise<T>;
