import { setTimeout } from 'node:timers/promises';
import type { Backups } from './backups/create-backups.ts';
import type { ClockWatch } from './database/clock-watch.ts';
import type { Database } from './database/database.ts';
import { ApiError } from './http/api-error.ts';
import type { RequestContext, Route } from './http/route.ts';
import type { FolderWatch } from './make-data-folder.ts';
import type { SettingsStore } from './settings/settings.ts';

/** Headers in which common proxies say where a request came from, in snake_case. */
const proxyHeaders = ['CF-Connecting-IP', 'Fly-Client-IP', 'X-Forwarded-For'];

type HealthParts = {
  settings: SettingsStore;
  backups: Pick<Backups, 'isBusy'>;
  db: Pick<Database, 'query'>;
  clockWatch: ClockWatch;
  folderWatch: FolderWatch;
};

/** A database that takes longer for next to nothing serves nobody. */
const readyMs = 3000;

/**
 * GET /api/health (wire contract, section 18): public. Superusers learn whether a backup can be begun, where they seem to come from, and
 * which header of theirs looks like a proxy's.
 */
export function healthRoute({ settings, backups }: HealthParts): Route {
  return {
    method: 'GET',
    path: '/api/health',
    async handle(request) {
      const data = request.auth?.isSuperuser
        ? {
            canBackup: !(await backups.isBusy()),
            realIP: request.ip,
            possibleProxyHeader: proxyHeaderOf(request, settings),
          }
        : {};
      return { status: 200, body: { message: 'API is healthy.', code: 200, data } };
    },
  };
}

/**
 * GET /api/health/ready: 200 when requests can be served, 503 with `Retry-After` while the database is away or files can't be written. A full disk still
 * serves what is read: `data` has `files: false` then. `/api/health` says that the process
 * lives, whatever the database does: what starts servers anew looks there, what sends them requests looks here. `data` has `sweeps: false` while the server's
 * clock is too far from the database's for anything that is due by the clock.
 */
export function readyRoute({
  db,
  clockWatch,
  folderWatch,
}: Pick<HealthParts, 'db' | 'clockWatch' | 'folderWatch'>): Route {
  return {
    method: 'GET',
    path: '/api/health/ready',
    isLogged: false,
    async handle() {
      const answered = db.query('select 1').then(
        () => true,
        () => false,
      );
      const [isReady, fault] = await Promise.all([
        Promise.race([answered, setTimeout(readyMs, false, { ref: false })]),
        Promise.race([folderWatch.fault(), setTimeout(readyMs, 'ETIMEDOUT', { ref: false })]),
      ]);
      if (!isReady || (fault !== undefined && fault !== 'ENOSPC'))
        throw new ApiError(503, 'The server is not ready.', {}, { retryAfterMs: readyMs });
      const isTooFar = await clockWatch.isTooFar();
      const data = {
        ...(isTooFar ? { sweeps: false, clockAheadMs: await clockWatch.aheadMs() } : {}),
        ...(fault === undefined ? {} : { files: false }),
      };
      return { status: 200, body: { message: 'The server is ready.', code: 200, data } };
    },
  };
}

function proxyHeaderOf({ headers }: RequestContext, settings: SettingsStore): string {
  const candidates = [...settings.current().trustedProxy.headers, ...proxyHeaders];
  return candidates.find((name) => headers[name.toLowerCase().replaceAll('-', '_')]) ?? '';
}
