import { answerAuth } from '#engine/auth/answer-auth.ts';
import { signedInSince } from '#engine/auth/signed-in-since.ts';
import type { Engine } from '#engine/engine.ts';
import { ruleRequestOf } from '#engine/filters/rule-request.ts';
import { readTexts } from '#engine/forms/read-form.ts';
import type { Route } from '#engine/http/route.ts';
import { updateRecord } from '#engine/records/update-record.ts';
import type { ChallengeAnswer, SignInAnswer } from '#wire/account.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { requireUserAccount } from './require-user.ts';

/**
 * `POST /api/marketplace/password {oldPassword, password, passwordConfirm}`: a new password, and `{token, record}` with which this device
 * stays signed in; all others are signed out. 400 with a code at the field that is wrong.
 */
export function changePasswordRoute(engine: Engine): Route<SignInAnswer | ChallengeAnswer> {
  return {
    method: 'POST',
    path: '/api/marketplace/password',
    async handle(request) {
      const { user, collection } = requireUserAccount(engine, request.auth);
      const fields = await readTexts(request, ['oldPassword', 'password', 'passwordConfirm']);
      await checkOwnPassword(engine, request, { user, field: 'oldPassword', password: fields.oldPassword });
      const body = { fields, files: {} };
      // A new password is no signing in: what asks for that just now goes on by the session before, which ends here.
      const sinceMs = await signedInSince(engine.db, user);
      const row = await updateRecord(engine, { collection, id: user.id, body, request: ruleRequestOf(request) });
      return answerAuth(engine, request, { collection, row, ...(sinceMs === undefined ? {} : { sinceMs }) });
    },
  };
}
