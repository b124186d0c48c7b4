import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { readTexts, refuseErrors } from '../forms/read-form.ts';
import { badRequest, type FieldError } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { askedFrom, takeBackReceived } from '../limits/receiver-bounds.ts';
import { tokenAlphabet } from '../random.ts';
import { ChangedMeanwhile } from '../records/update-record.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { checkPassword } from './confirm-email-change.ts';
import { checkNewPassword } from './confirm-password-reset.ts';
import { forgetLinks } from './mail-link.ts';
import { isSessionOf, proveAddress, secretOf } from './prove-address.ts';
import { invalidLink, type LinkToken, readLinkToken } from './read-link-token.ts';
import { verificationKey } from './request-verification.ts';
import { peekClaims, type VerifiedToken } from './tokens.ts';

/**
 * POST /api/collections/:collection/confirm-verification {token, password?} (wire contract, section 11.8): 204. With the account's password, a session of it,
 * or the secret of the browser that registered it nothing ends; else an account of the product begins clean (prove-address.ts). Ours: with `newPassword` and
 * `newPasswordConfirm` somebody who does not know the password chooses one, as by the link to a new password; 400 at `token` once the address is proved.
 */
export function confirmVerificationRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-verification',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (collection.name === '_superusers') throw badRequest('All superusers are verified by default.');
      const given = await readTexts(request, ['token', 'password', 'newPassword', 'newPasswordConfirm']);
      const { verified, error } = await readVerification(engine, { collection, token: given.token });
      refuseErrors({
        token: verified && given.newPassword !== '' && verified.row.verified === true ? invalidLink : error,
        ...(await checkPasswords(engine, request, { collection, verified, ...given })),
      });
      if (!verified) return undefined;
      if (verified.row.verified !== true) await prove(engine, request, { collection, verified, ...given });
      await forgetLinks(engine, verificationKey(collection, String(verified.row.email)));
      await takeBackReceived(
        engine.lasting,
        { to: String(verified.row.email), kind: 'link', network: askedFrom(request.ip) },
        engine.clock.nowMs(),
      );
      return { status: 204 };
    },
  };
}

type Given = {
  collection: AuthCollection;
  verified: VerifiedToken | undefined;
  password: string;
  newPassword: string;
  newPasswordConfirm: string;
};

async function checkPasswords(
  engine: Engine,
  request: RequestContext,
  { collection, verified, password, newPassword, newPasswordConfirm }: Given,
): Promise<Record<string, FieldError | undefined>> {
  if (newPassword !== '') {
    const [refused, unconfirmed] = checkNewPassword(collection, newPassword, newPasswordConfirm);
    return { newPassword: refused, newPasswordConfirm: unconfirmed };
  }
  if (!verified || password === '') return {};
  return { password: await checkPassword(engine, request, { verified, password }) };
}

async function prove(
  engine: Engine,
  request: RequestContext,
  { collection, verified, password, newPassword }: Given & { verified: VerifiedToken },
): Promise<void> {
  const { row } = verified;
  const isChosen = newPassword !== '';
  const isMaker = (!isChosen && password !== '') || isSessionOf(request.auth, { collection, row });
  const secret = await secretOf(request);
  const by = {
    request: ruleRequestOf(request),
    isMaker,
    secret,
    fields: passwordFields(engine, collection, newPassword),
  };
  try {
    await proveAddress(engine, { collection, row, ...by, tokenKey: row.tokenKey });
  } catch (cause) {
    // Of two who follow a link at the same moment the second finds it used.
    if (cause instanceof ChangedMeanwhile) refuseErrors({ token: invalidLink });
    throw cause;
  }
}

function passwordFields(engine: Engine, { auth }: AuthCollection, newPassword: string): Record<string, unknown> {
  // Where nobody can sign in with a password now, one set before the address was proved must not be good later.
  if (!auth.passwordAuth.enabled) return { password: engine.random.text(40, tokenAlphabet) };
  return newPassword === '' ? {} : { password: newPassword, passwordConfirm: newPassword };
}

async function readVerification(
  engine: Engine,
  { collection, token }: { collection: AuthCollection; token: string },
): Promise<LinkToken> {
  const email = peekClaims(token)?.email;
  if (token !== '' && (email === undefined || email === '')) {
    return { error: { code: 'validation_invalid_token_claims', message: 'Missing email token claim.' } };
  }
  const read = await readLinkToken(engine, { token, collection, kind: 'verification' });
  if (read.error || read.verified.row.email === email) return read;
  const message = "The record email doesn't match with the requested token claims.";
  return { error: { code: 'validation_token_email_mismatch', message } };
}
