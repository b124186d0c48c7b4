import { forbidden } from '../http/api-error.ts';
import { isOwnMachine } from '../http/is-own-machine.ts';
import type { Route } from '../http/route.ts';
import type { Metrics } from './create-metrics.ts';

/**
 * GET /metrics: the server's figures for Prometheus, to who asks on this machine itself (past no proxy) or with a superuser's token; they say
 * how busy the business is, so others get 403.
 */
export function metricsRoute(metrics: Metrics): Route {
  return {
    method: 'GET',
    path: '/metrics',
    isLogged: false,
    async handle({ auth, reply }) {
      if (!auth?.isSuperuser && !isOwnMachine(reply.request)) throw forbidden();
      const { type, text } = await metrics.read();
      return { status: 200, body: text, headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } };
    },
  };
}
