import type { Engine } from '#engine/engine.ts';
import { refuseErrors } from '#engine/forms/read-form.ts';
import { usualRefusal } from '#engine/http/api-error.ts';
import type { Route } from '#engine/http/route.ts';
import { termsInForce } from '#rules/terms/terms-versions.ts';
import type { TermsAnswer } from '#wire/terms.ts';
import { requireUser } from '../users/require-user.ts';
import { readTerms } from './read-terms.ts';
import { acceptanceWays, insertAcceptance } from './terms.store.ts';

/** Whether one has agreed to the terms in force, and agreeing to them (docs/api.md; docs/decisions/policies-and-terms.md). 401 for guests, 403 for superusers. */
export function termsRoutes(engine: Engine): Route[] {
  return [showTermsRoute(engine), acceptTermsRoute(engine)];
}

function showTermsRoute(engine: Engine): Route<TermsAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/terms',
    async handle({ auth }) {
      const user = requireUser(auth);
      const headers = { 'Cache-Control': 'private, no-store' };
      return { status: 200, headers, body: await readTerms(engine, user.id) };
    },
  };
}

/** `{version, how}`: 400 with a code at the field when that version is not the one in force, or there is no such way. Again has no effect. */
function acceptTermsRoute(engine: Engine): Route<TermsAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/terms',
    async handle(request) {
      const user = requireUser(request.auth);
      const { fields } = await request.body(usualRefusal);
      const nowMs = engine.clock.nowMs();
      const { version } = termsInForce(nowMs);
      const way = acceptanceWays.find((how) => how === fields.how);
      refuseErrors({
        ...(fields.version === version
          ? {}
          : { version: { code: 'not_in_force', message: `Version ${version} is in force.` } }),
        ...(way
          ? {}
          : { how: { code: 'validation_in_invalid', message: `Must be one of ${acceptanceWays.join(', ')}.` } }),
      });
      await insertAcceptance(engine.db, { user: user.id, version, how: way ?? 'asked', nowMs });
      return { status: 200, body: await readTerms(engine, user.id) };
    },
  };
}
