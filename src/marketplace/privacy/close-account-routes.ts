import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { readTexts, refuseErrors } from '#engine/forms/read-form.ts';
import type { Route } from '#engine/http/route.ts';
import { checkOwnPassword } from '../users/check-own-password.ts';
import { requireUserAccount } from '../users/require-user.ts';
import { findObstacles } from './close-account.store.ts';
import { closeAccount } from './close-account.ts';

/** Seeing whether one's account can be closed, and closing it. */
export function closeAccountRoutes(engine: Engine): Route[] {
  return [showObstaclesRoute(engine), closeAccountRoute(engine)];
}

function showObstaclesRoute(engine: Engine): Route {
  return {
    method: 'GET',
    path: '/api/marketplace/close-account',
    async handle({ auth }) {
      const { user } = requireUserAccount(engine, auth);
      const body = await findObstacles(engine.db, user.id, engine.clock.nowMs());
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

/**
 * `POST /api/marketplace/close-account {confirmation, password}`: `{outcome}`, `deleted` or `erased`. `confirmation` is the account's address,
 * typed. 400 with a code at the field that is wrong, 409 `account_in_use` while something stands in the way.
 */
function closeAccountRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/marketplace/close-account',
    async handle(request) {
      const { user, collection } = requireUserAccount(engine, request.auth);
      const { confirmation, password } = await readTexts(request, ['confirmation', 'password']);
      if (confirmation.trim().toLowerCase() !== String(user.row.email).toLowerCase()) {
        const message = 'Type the email address of this account.';
        refuseErrors({ confirmation: { code: 'confirmation_mismatch', message } });
      }
      await checkOwnPassword(engine, user, { field: 'password', password });
      const outcome = await closeAccount(engine, { collection, row: user.row, request: ruleRequestOf(request) });
      return { status: 200, body: { outcome } };
    },
  };
}
