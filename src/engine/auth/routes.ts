import type { Engine } from '../engine.ts';
import { onOwnMachine } from '../http/on-own-machine.ts';
import type { Route } from '../http/route.ts';
import { authMethodsRoute } from './auth-methods.ts';
import { authRefreshRoute } from './auth-refresh.ts';
import { authWithOauth2Route } from './auth-with-oauth2.ts';
import { authWithOtpRoute } from './auth-with-otp.ts';
import { authWithPasswordRoute } from './auth-with-password.ts';
import { confirmEmailChangeRoute } from './confirm-email-change.ts';
import { confirmPasswordResetRoute } from './confirm-password-reset.ts';
import { confirmVerificationRoute } from './confirm-verification.ts';
import { fileTokenRoute } from './file-token.ts';
import { impersonateRoute } from './impersonate.ts';
import { lastCodeRoute } from './last-code.ts';
import { listProvidersRoute } from './list-providers.ts';
import { createRecentCodes } from './recent-codes.ts';
import { requestEmailChangeRoute } from './request-email-change.ts';
import { requestOtpRoute } from './request-otp.ts';
import { requestPasswordResetRoute } from './request-password-reset.ts';
import { requestVerificationRoute } from './request-verification.ts';

/** Signing in and everything around it. `isShown` tells for whose addresses the page may show the code, outside production only. */
export function authRoutes(engine: Engine, { isShown }: { isShown: (email: string) => boolean }): Route[] {
  const codes = createRecentCodes(engine.clock, (email) => engine.isDevelopment && isShown(email));
  return [
    authMethodsRoute(engine),
    authWithPasswordRoute(engine),
    requestOtpRoute(engine, codes),
    authWithOtpRoute(engine),
    authWithOauth2Route(engine),
    listProvidersRoute(),
    authRefreshRoute(engine),
    requestVerificationRoute(engine),
    confirmVerificationRoute(engine),
    requestPasswordResetRoute(engine),
    confirmPasswordResetRoute(engine),
    requestEmailChangeRoute(engine),
    confirmEmailChangeRoute(engine),
    impersonateRoute(engine),
    fileTokenRoute(engine),
    ...(engine.isDevelopment ? [onOwnMachine(lastCodeRoute(codes))] : []),
  ];
}
