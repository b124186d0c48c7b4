import type { Backups } from './backups/create-backups.ts';
import type { RequestContext, Route } from './http/route.ts';
import type { SettingsStore } from './settings/settings.ts';

/** Headers in which common proxies say where a request came from, in snake_case. */
const proxyHeaders = ['CF-Connecting-IP', 'Fly-Client-IP', 'X-Forwarded-For'];

type HealthParts = { settings: SettingsStore; backups: Pick<Backups, 'isBusy'> };

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

function proxyHeaderOf({ headers }: RequestContext, settings: SettingsStore): string {
  const candidates = [...settings.current().trustedProxy.headers, ...proxyHeaders];
  return candidates.find((name) => headers[name.toLowerCase().replaceAll('-', '_')]) ?? '';
}
