import type { Engine } from '#engine/engine.ts';
import type { Route } from '#engine/http/route.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { signInFactorsRoute } from './sign-in-factors-route.ts';
import { totpRoutes } from './totp-routes.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';

/** Signing in with two factors, by the mailbox or by what is not the mailbox. */
export function secondFactorRoutes(engine: Engine): Route[] {
  return [...twoFactorRoutes(engine), signInFactorsRoute(engine), ...totpRoutes(engine), ...passkeyRoutes(engine)];
}
