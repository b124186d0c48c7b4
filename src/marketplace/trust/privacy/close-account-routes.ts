import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { readTexts, refuseErrors } from '#engine/forms/read-form.ts';
import type { Route } from '#engine/http/route.ts';
import { refuseTooManyAttempts } from '#engine/limits/count-attempt.ts';
import type { AccountClosingAnswer, ClosingPlanAnswer } from '#wire/cancelling.ts';
import { checkOwnPasswordOrCode } from '../../people/users/check-own-password.ts';
import { requireUserAccount } from '../../people/users/require-user.ts';
import { closeAccount } from './close-account.ts';
import { planClosing } from './plan-closing.ts';

/** Seeing whether one's account can be closed, and closing it. */
export function closeAccountRoutes(engine: Engine): Route[] {
  return [showPlanRoute(engine), closeAccountRoute(engine)];
}

const looks = { max: 30, seconds: 300, message: 'You looked at this often just now. Try again in a few minutes.' };

/**
 * `GET /api/marketplace/close-account`: what closing comes to now, lesson by lesson, and what still stands in its way. `plan` is what the owner
 * agrees to by sending it along. 429 after thirty in five minutes: it takes the calendars of all lessons ahead for a moment.
 */
function showPlanRoute(engine: Engine): Route<ClosingPlanAnswer> {
  return {
    method: 'GET',
    path: '/api/marketplace/close-account',
    async handle(request) {
      const { user } = requireUserAccount(engine, request.auth);
      await refuseTooManyAttempts(engine, { key: `close-account:${user.id}`, ...looks });
      const body = await planClosing(engine, { row: user.row, request: ruleRequestOf(request) });
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body };
    },
  };
}

/**
 * `POST /api/marketplace/close-account {confirmation, password, agreed}`: `{outcome}`, `deleted` or `erased`; `otpId` and `code` of a mailed code do in place of the password. `confirmation` is the account's address,
 * typed; `agreed` the `plan` that was shown, where lessons are called off, packages end or credit is given up. 400 with a code at the field that
 * is wrong, 409 `account_in_use` while something stands in the way, 409 `plan_changed` when it comes to something else by now.
 */
function closeAccountRoute(engine: Engine): Route<AccountClosingAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/close-account',
    async handle(request) {
      const { user, collection } = requireUserAccount(engine, request.auth);
      const { confirmation, agreed } = await readTexts(request, ['confirmation', 'agreed']);
      if (confirmation.trim().toLowerCase() !== String(user.row.email).toLowerCase()) {
        const message = 'Type the email address of this account.';
        refuseErrors({ confirmation: { code: 'confirmation_mismatch', message } });
      }
      await checkOwnPasswordOrCode(engine, request, { user, collection });
      const outcome = await closeAccount(engine, {
        collection,
        row: user.row,
        request: ruleRequestOf(request),
        agreed,
      });
      return { status: 200, body: { outcome } };
    },
  };
}
