import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { providerLogo } from '../oauth2/provider-logo.ts';
import { configuredProvider, providerNames } from '../oauth2/providers.ts';

/** GET /api/collections/meta/oauth2-providers (wire contract, section 13): the providers that a collection may be given. */
export function listProvidersRoute(): Route {
  return {
    method: 'GET',
    path: '/api/collections/meta/oauth2-providers',
    async handle(request) {
      requireSuperuser(request);
      const body = providerNames.map((name) => ({
        name,
        displayName: configuredProvider({ name }).displayName,
        logo: providerLogo(name),
      }));
      return { status: 200, body };
    },
  };
}
