import { appleSecretRoute } from './auth/apple-secret.ts';
import { authRoutes } from './auth/routes.ts';
import { testEmailRoute } from './auth/test-email.ts';
import { backupRoutes } from './backups/backup-routes.ts';
import { batchRoute } from './batch/batch-route.ts';
import type { RunningEngine } from './create-engine.ts';
import { cronRoutes } from './crons/cron-routes.ts';
import { fileRoutes } from './downloads/routes.ts';
import { testS3Route } from './files/test-s3-route.ts';
import { healthRoute, readyRoute } from './health-route.ts';
import type { Route } from './http/route.ts';
import type { RequestLimiter } from './limits/create-request-limiter.ts';
import { logRoutes } from './logs/read-logs.ts';
import { mailboxRoutes } from './mail/mailbox.ts';
import { metricsRoute } from './metrics/metrics-route.ts';
import { recordRoutes } from './records/routes.ts';
import { runAgain } from './run-again.ts';
import { collectionRoutes } from './schema/routes.ts';
import { settingsRoutes } from './settings/routes.ts';

type EngineRouteOptions = {
  /** For whose addresses a page may show the sign-in code, outside production only. */
  isShown: (email: string) => boolean;
  /** Counts what comes inside a batch, too. */
  limit: RequestLimiter;
};

/** GET /_/extensions.js: what dashboards of the reference load besides themselves; there is nothing of the kind here. */
const extensionsRoute: Route = {
  method: 'GET',
  path: '/_/extensions.js',
  async handle() {
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'max-age=1209600, stale-while-revalidate=86400',
    };
    return { status: 200, headers, body: '' };
  },
};

/** Every call of the records server. */
export function engineRoutes(engine: RunningEngine, options: EngineRouteOptions): Route[] {
  const authAndFiles = [...authRoutes(engine, options), ...fileRoutes(engine)].map((route) =>
    route.method === 'GET' ? runAgain(engine, route) : route,
  );
  return [
    healthRoute(engine),
    readyRoute(engine),
    extensionsRoute,
    metricsRoute(engine.metrics),
    ...[...recordRoutes(engine), ...collectionRoutes(engine)].map((route) => runAgain(engine, route)),
    ...authAndFiles,
    batchRoute(engine, options.limit),
    ...settingsRoutes(engine.settings),
    testEmailRoute(engine),
    testS3Route(engine),
    appleSecretRoute(engine),
    ...logRoutes(engine),
    ...backupRoutes(engine, engine.backups),
    ...cronRoutes(engine.crons),
    ...engine.realtime.routes,
    ...(engine.isDevelopment ? mailboxRoutes(engine) : []),
  ];
}
