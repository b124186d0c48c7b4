import type { Engine } from '../engine.ts';
import { type RuleRequest, ruleRequestOf } from '../filters/rule-request.ts';
import { checkText, readTexts, refuseErrors } from '../forms/read-form.ts';
import { ApiError, badRequest, type FieldError } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { limitPasswordTries } from '../passwords/limit-password-tries.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { ChangedMeanwhile } from '../records/update-record.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { findByEmail } from './find-account.ts';
import { proveAddress } from './prove-address.ts';
import { invalidLink, type LinkToken, readLinkToken } from './read-link-token.ts';
import { checkOwnCode } from './take-right-code.ts';
import { peekClaims, type VerifiedToken } from './tokens.ts';

/**
 * POST /api/collections/:collection/confirm-email-change {token, password} (wire contract, section 11.10): 204. Beside the contract, `{token, otpId, code}`:
 * a code that was mailed to the address of before, for whoever never chose a password.
 */
export function confirmEmailChangeRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-email-change',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (collection.name === '_superusers') throw badRequest('All superusers can change their emails directly.');
      const { token, password, otpId, code } = await readTexts(request, ['token', 'password', 'otpId', 'code']);
      const { verified, error } = await readChange(engine, { collection, token });
      const isByCode = otpId !== '' && verified !== undefined;
      const proof = isByCode
        ? { code: await checkOwnCode(engine, request, { collection, row: verified.row, otpId, code }) }
        : {
            password:
              checkText(password, { max: 100 }) ?? (await checkPassword(engine, request, { verified, password })),
          };
      refuseErrors({ token: error, ...proof });
      if (verified) await setEmail(engine, ruleRequestOf(request), { collection, verified });
      return { status: 204 };
    },
  };
}

async function readChange(
  engine: Engine,
  { collection, token }: { collection: AuthCollection; token: string },
): Promise<LinkToken> {
  const newEmail = peekClaims(token)?.newEmail;
  if (token !== '' && (typeof newEmail !== 'string' || newEmail === '')) {
    const message = 'Invalid token payload - newEmail must be set.';
    return { error: { code: 'validation_invalid_token_payload', message } };
  }
  const read = await readLinkToken(engine, { token, collection, kind: 'emailChange' });
  if (read.error || !(await findByEmail(engine, collection, String(newEmail)))) return read;
  return { error: { code: 'validation_invalid_token_email', message: 'The new email address is invalid.' } };
}

/** Whether a password is that of a link's account; the refusal otherwise. Tries count as those of signing in. */
export async function checkPassword(
  engine: Engine,
  request: RequestContext,
  { verified, password }: { verified: VerifiedToken | undefined; password: string },
): Promise<FieldError | undefined> {
  if (verified) {
    const giveBack = await limitPasswordTries(engine, request, verified);
    if (await verifyPassword(String(verified.row.password), password)) {
      await giveBack();
      return undefined;
    }
  }
  return { code: 'validation_invalid_password', message: 'Missing or invalid auth record password.' };
}

async function setEmail(
  engine: Engine,
  request: RuleRequest,
  { collection, verified: { row, claims } }: { collection: AuthCollection; verified: VerifiedToken },
): Promise<void> {
  const fields = { email: claims.newEmail };
  try {
    const { tokenKey } = row;
    // Whoever has the link's mailbox has given the account's password, or a code from the address of before, too.
    await proveAddress(engine, { collection, row, request, isMaker: true, fields, tokenKey });
  } catch (cause) {
    // Of two who follow a link at the same moment the second finds it used.
    if (cause instanceof ChangedMeanwhile) return refuseErrors({ token: invalidLink });
    if (!(cause instanceof ApiError) || cause.status !== 400) throw cause;
    throw new ApiError(400, 'Failed to confirm email change.', cause.data, { cause });
  }
}
