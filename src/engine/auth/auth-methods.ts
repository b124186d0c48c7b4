import type { Engine } from '../engine.ts';
import type { Route } from '../http/route.ts';
import { authCollectionOf } from './auth-context.ts';
import { describeProvider } from './describe-provider.ts';

/** GET /api/collections/:collection/auth-methods (wire contract, section 11.1): how one may sign in. */
export function authMethodsRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/collections/:collection/auth-methods',
    async handle(request) {
      const { auth } = authCollectionOf(engine, request);
      const { passwordAuth, otp, mfa, oauth2 } = auth;
      const providers = oauth2.enabled ? oauth2.providers.map((provider) => describeProvider(engine, provider)) : [];
      const body = {
        password: {
          identityFields: passwordAuth.enabled ? passwordAuth.identityFields : [],
          enabled: passwordAuth.enabled,
        },
        oauth2: { providers, enabled: oauth2.enabled },
        mfa: { enabled: mfa.enabled, duration: mfa.enabled ? mfa.duration : 0 },
        otp: { enabled: otp.enabled, duration: otp.enabled ? otp.duration : 0 },
        // The last three are for clients of older servers.
        authProviders: oauth2.enabled ? providers.map((provider) => ({ ...provider, logo: '' })) : null,
        usernamePassword: passwordAuth.enabled && passwordAuth.identityFields.includes('username'),
        emailPassword: passwordAuth.enabled && passwordAuth.identityFields.includes('email'),
      };
      return { status: 200, body };
    },
  };
}
