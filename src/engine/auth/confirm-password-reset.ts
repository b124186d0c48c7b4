import type { PasswordField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { checkText, readTexts, refuseErrors } from '../forms/read-form.ts';
import { ApiError, type FieldError } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { askedFrom, takeBackReceived } from '../limits/receiver-bounds.ts';
import { forgetPasswordTries } from '../passwords/limit-password-tries.ts';
import { ChangedMeanwhile, updateRecord } from '../records/update-record.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { forgetLinks } from './mail-link.ts';
import { isSessionOf, proveAddress, secretOf } from './prove-address.ts';
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
      const [refused, unconfirmed] = checkNewPassword(collection, password, passwordConfirm);
      refuseErrors({ token: error, password: refused, passwordConfirm: unconfirmed });
      if (!verified) return undefined;
      await setPassword(engine, request, { collection, verified, password });
      await forgetLinks(engine, passwordResetKey(collection, String(verified.claims.email)));
      await forgetPasswordTries(engine, request, verified);
      await takeBackReceived(
        engine.lasting,
        { to: String(verified.claims.email), kind: 'link', network: askedFrom(request.ip) },
        engine.clock.nowMs(),
      );
      return { status: 204 };
    },
  };
}

/** What is wrong with a password that somebody chooses by a mailed link, and with its repetition. */
export function checkNewPassword(
  { fields }: AuthCollection,
  password: string,
  confirmation: string,
): [password: FieldError | undefined, confirmation: FieldError | undefined] {
  const field = fields.find((candidate): candidate is PasswordField => candidate.name === 'password');
  return [checkText(password, { min: Math.max(field?.min ?? 1, 1) }), checkConfirmation(password, confirmation)];
}

function checkConfirmation(password: string, confirmation: string): FieldError | undefined {
  if (confirmation === '') return required;
  return confirmation === password ? undefined : { code: 'validation_values_mismatch', message: "Values don't match." };
}

type NewPassword = { collection: AuthCollection; verified: VerifiedToken; password: string };

// The link came to the account's address: whoever follows it has proved that the address is theirs.
async function setPassword(
  engine: Engine,
  asked: RequestContext,
  { collection, verified: { row, claims }, password }: NewPassword,
): Promise<void> {
  const fields = { password, passwordConfirm: password };
  const request = ruleRequestOf(asked);
  try {
    const { id, tokenKey } = row;
    if (claims.email === row.email) {
      const isMaker = isSessionOf(asked.auth, { collection, row });
      const secret = await secretOf(asked);
      await proveAddress(engine, { collection, row, request, isMaker, secret, fields, tokenKey });
      return;
    }
    const body = { fields, files: {} };
    await updateRecord(engine, { collection, id: String(id), body, request, system: true, tokenKey });
  } catch (cause) {
    // Of two who follow a link at the same moment the second finds it used.
    if (cause instanceof ChangedMeanwhile) return refuseErrors({ token: invalidLink });
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause;
    throw new ApiError(400, 'Failed to set new password.', cause.data, { cause });
  }
}
