import type { FastifyInstance } from 'fastify';
import { refuseWhileLooking } from './auth/look-as.ts';
import { meetCollection } from './collections/meet-collection.ts';
import type { RunningEngine } from './create-engine.ts';
import { databaseAgainMs, isDatabaseAway } from './database/is-database-away.ts';
import { FilesAwayError } from './files/files-away.ts';
import { isDiskFull } from './files/is-disk-full.ts';
import { ApiError, forbidden } from './http/api-error.ts';
import { capConnections } from './http/cap-connections.ts';
import { capRequests } from './http/cap-requests.ts';
import { clientIp, nearestIp, writtenOut } from './http/client-ip.ts';
import { pathOf } from './http/context-of.ts';
import { createHttpServer } from './http/create-http-server.ts';
import { errorEnvelope } from './http/error-envelope.ts';
import { isIpInList } from './http/is-ip-in-list.ts';
import { isLoopback } from './http/is-loopback.ts';
import type { RequestContext, Route } from './http/route.ts';
import { bodyLimitsOf } from './limits/body-limits-of.ts';
import { budgetOf, budgets, overBudget } from './limits/budgets.ts';
import { createBodyMemory } from './limits/create-body-memory.ts';
import type { AnswerCharger, RequestLimiter } from './limits/create-request-limiter.ts';
import { createRequestTurns } from './limits/create-request-turns.ts';
import { logRequest } from './logs/log-request.ts';
import { createProxyWatch } from './logs/watch-proxy.ts';

/** When somebody who met a full disk may; the operator has to make room. */
const diskAgainMs = 60_000;

/** When somebody who met a bucket that was away may come again. */
const filesAgainMs = 15_000;

function filesAway({ log }: RunningEngine, cause: FilesAwayError): ApiError {
  log.error({ err: cause }, 'The bucket of files is away.');
  return new ApiError(
    503,
    'The server cannot reach its files at the moment.',
    {},
    { cause, retryAfterMs: filesAgainMs },
  );
}

/** When somebody of whom too many requests are on their way may come again. */
const requestsAgainMs = 2000;

/** How many requests that write are worked at at a moment, of whatever network: with more none is done sooner, and everybody else waits longer. */
const writesAtOnce = 8;
const signsIn = /\/(?:auth-with-[a-z0-9]+|sign-in-with-[a-z]+|recover-sign-in|auth-refresh)$/;
const isOfHealth = /^\/api\/health(?:\/|$)/;
/** How the server is, and what comes of the restoring that everybody waits for. */
const goesOnInPause = /^\/api\/(?:health|backups)(?:\/|$)/;
const pauseMs = 5000;

function askToComeAgain(): ApiError {
  const message = 'A backup is being restored. Try again in a moment.';
  return new ApiError(503, message, {}, { retryAfterMs: pauseMs });
}

/** The HTTP server of an engine: knows who asks and from where, and lets in what the operator's settings allow. */
export function serveHttp(
  engine: RunningEngine,
  routes: readonly Route[],
  { limit, charge }: { limit: RequestLimiter; charge: AnswerCharger },
): FastifyInstance {
  const bodyMemory = createBodyMemory(() => budgetOf(engine.settings.current(), 'heldBodyBytes'));
  const watchProxy = createProxyWatch(engine);
  // What a trusted proxy says nothing of may be anybody's.
  const onePlace = (ip: string, socketIp: string) => {
    const isMany = engine.settings.current().trustedProxy.headers.length > 0 && ip === socketIp;
    return isMany || isLoopback(ip) ? undefined : ip;
  };
  const addressOf: Parameters<typeof createRequestTurns>[0]['addressOf'] = ({ ip, reply }) =>
    onePlace(ip, writtenOut(reply.request.ip));
  // Who sends much reads on meanwhile.
  const readInTurn = createRequestTurns({ addressOf });
  const refuseMore = () => overBudget('addressRequests', { retryAfterMs: requestsAgainMs });
  const writeInTurn = createRequestTurns({ addressOf, refuseMore, atOnceOfServer: writesAtOnce });
  // Whoever signs in does not wait for what others write.
  const signInTurn = createRequestTurns({ addressOf, refuseMore, atOnceOfServer: writesAtOnce });
  const app = createHttpServer(routes, {
    // How the server is does not wait for anybody.
    inTurn(request, work) {
      const { method, url } = request.reply.request;
      const path = pathOf(url);
      if (isOfHealth.test(path)) return work();
      if (method === 'GET' || method === 'HEAD') return readInTurn(request, work);
      return signsIn.test(path) ? signInTurn(request, work) : writeInTurn(request, work);
    },
    bodyLimits: (sender) => bodyLimitsOf(engine.settings.current(), sender),
    bodyMemory,
    answerMemory: createBodyMemory(() => budgetOf(engine.settings.current(), 'heldAnswerBytes'), 'heldAnswerBytes'),
    log: engine.log,
    isSecure: engine.publicUrl.startsWith('https:'),
    explain(error) {
      if (isDatabaseAway(error)) return overBudget('databaseMs', { retryAfterMs: databaseAgainMs });
      if (error instanceof FilesAwayError) return filesAway(engine, error);
      if (!isDiskFull(error)) return undefined;
      engine.log.error({ err: error }, 'The disk is full: nothing can be uploaded.');
      return new ApiError(
        503,
        'The server has no room for files at the moment.',
        {},
        { cause: error, retryAfterMs: diskAgainMs },
      );
    },
    clientIp(headers, socketIp) {
      const { trustedProxy } = engine.settings.current();
      watchProxy(headers, trustedProxy);
      return clientIp(headers, socketIp, trustedProxy);
    },
    measure: engine.metrics.observe,
    onAnswer: (request) => logRequest(engine.logBook, request, engine.settings.current().logs),
    onDone: (request, route) => noteOperatorCall(engine, request, route),
    async prepare({ collection }, route) {
      if (engine.pause.isOn() && !goesOnInPause.test(route.path)) throw askToComeAgain();
      await meetCollection(engine, collection);
    },
    loadAuth: (authorization) => engine.auth.load(authorization),
    charge,
    async admit(request, route) {
      const { superuserIPs, trustedProxy } = engine.settings.current();
      const isLimited = request.auth?.isSuperuser === true && superuserIPs.length > 0;
      const { headers, ip } = request.reply.request;
      if (isLimited && !isIpInList(nearestIp(headers, ip, trustedProxy), superuserIPs)) throw forbidden();
      refuseWhileLooking(request, route, engine.collections.find(request.params.collection ?? ''));
      await limit(request, route);
    },
  });
  capConnections(app.server, {
    most: () => budgetOf(engine.settings.current(), 'addressConnections'),
    isFree: (address) => isLoopback(address) || engine.settings.current().trustedProxy.headers.length > 0,
    refusal: `HTTP/1.1 ${budgets.addressConnections.status} Too Many Requests\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${JSON.stringify(errorEnvelope(overBudget('addressConnections')))}`,
  });
  capRequests(app, {
    most: () => budgetOf(engine.settings.current(), 'addressRequests'),
    addressOf(request) {
      const { trustedProxy } = engine.settings.current();
      const socketIp = writtenOut((request.ip as string | undefined) ?? '');
      return onePlace(clientIp(request.headers, socketIp, trustedProxy), socketIp);
    },
    refusal: () => overBudget('addressRequests', { retryAfterMs: requestsAgainMs }),
  });
  return app;
}

/** Records tell of themselves (Watcher), and so do queries and a restored backup; the rest only reads, or signs somebody in. */
const toldElsewhere =
  /\/records|\/batch$|\/realtime$|\/sql$|\/restore$|\/files\/token$|\/auth-|\/request-|\/confirm-|\/marketplace\//;

async function noteOperatorCall(
  engine: Pick<RunningEngine, 'hooks'>,
  call: RequestContext,
  route: Route,
): Promise<void> {
  const { auth, method, path, params } = call;
  if (!auth?.isSuperuser || method === 'GET' || toldElsewhere.test(route.path)) return;
  await engine.hooks.watcher.noteCall({ auth, method, path, params });
}
