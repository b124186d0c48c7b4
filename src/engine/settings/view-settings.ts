import { isAddressChosen } from '../http/client-ip.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import type { RunningSettings } from './create-settings-store.ts';
import type { Settings } from './settings.ts';

const secrets = new Set(['password', 'secret']);

/** GET /api/settings (wire contract, section 20), for superusers. */
export function viewSettingsRoute(store: RunningSettings): Route {
  return {
    method: 'GET',
    path: '/api/settings',
    async handle(request) {
      requireSuperuser(request);
      return { status: 200, body: withoutSecrets(store.current()) };
    },
  };
}

/** Settings as they leave the server: no password, no secret. */
export function withoutSecrets(settings: Settings): unknown {
  const warnings = warningsOf(settings);
  return Object.assign({}, strip(settings), warnings.length > 0 ? { warnings } : {});
}

/** What settings open that may well not be meant, a sentence each; there only where there is something. */
export function warningsOf({ trustedProxy }: Settings): string[] {
  return isAddressChosen(trustedProxy)
    ? [
        'trustedProxy.useLeftmostIP: everybody chooses the address that limits and logs know them by, unless each proxy replaces the header. superuserIPs go by the nearest proxy’s entry.',
      ]
    : [];
}

function strip(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secrets.has(name))
      .map(([name, inner]) => [name, strip(inner)]),
  );
}
