import type { PasswordField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { checkText, readTexts, refuseErrors } from '../forms/read-form.ts';
import { ApiError, type FieldError } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { forgetAttempts } from '../limits/count-attempt.ts';
import { takeBackReceived } from '../limits/receiver-bounds.ts';
import { forgetPasswordTries } from '../passwords/limit-password-tries.ts';
import { ChangedMeanwhile, updateRecord } from '../records/update-record.ts';
import { authCollectionOf } from './auth-context.ts';
import { invalidLink, readLinkToken } from './read-link-token.ts';
import { passwordResetKey } from './request-password-reset.ts';
import type { VerifiedToken } from './tokens.ts';

/** POST /api/collections/:collection/confirm-password-reset {token, password, passwordConfirm} (wire contract, section 11.9): 204. */
export function confirmPasswordResetRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-password-reset',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      const { token, password, passwordConfirm } = await readTexts(request, ['token', 'password', 'passwordConfirm']);
      const { verified, error } = await readLinkToken(engine, { token, collection, kind: 'passwordReset' });
      const field = collection.fields.find((candidate): candidate is PasswordField => candidate.name === 'password');
      refuseErrors({
        token: error,
        password: checkText(password, { min: Math.max(field?.min ?? 1, 1) }),
        passwordConfirm: checkConfirmation(password, passwordConfirm),
      });
      if (!verified) return undefined;
      await setPassword(engine, ruleRequestOf(request), { verified, password });
      await forgetAttempts(engine, passwordResetKey(collection, String(verified.claims.email)));
      await forgetPasswordTries(engine, request, verified);
      await takeBackReceived(engine.lasting, { to: String(verified.claims.email), kind: 'link' }, engine.clock.nowMs());
      return { status: 204 };
    },
  };
}

function checkConfirmation(password: string, confirmation: string): FieldError | undefined {
  if (confirmation === '') return required;
  return confirmation === password ? undefined : { code: 'validation_values_mismatch', message: "Values don't match." };
}

type NewPassword = { verified: VerifiedToken; password: string };

// The link came to the account's address: whoever follows it has proved that the address is theirs.
async function setPassword(engine: Engine, request: RuleRequest, { verified, password }: NewPassword): Promise<void> {
  const { collection, row, claims } = verified;
  const proof = claims.email === row.email ? { verified: true } : {};
  const body = { fields: { password, passwordConfirm: password, ...proof }, files: {} };
  try {
    const { id, tokenKey } = row;
    await updateRecord(engine, { collection, id: String(id), body, request, system: true, tokenKey });
  } catch (cause) {
    // Of two who follow a link at the same moment the second finds it used.
    if (cause instanceof ChangedMeanwhile) return refuseErrors({ token: invalidLink });
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause;
    throw new ApiError(400, 'Failed to set new password.', cause.data, { cause });
  }
}
