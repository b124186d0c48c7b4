import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { readTexts, refuseErrors } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { askedFrom, takeBackReceived } from '../limits/receiver-bounds.ts';
import { tokenAlphabet } from '../random.ts';
import { ChangedMeanwhile } from '../records/update-record.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { checkPassword } from './confirm-email-change.ts';
import { forgetLinks } from './mail-link.ts';
import { isSessionOf, proveAddress, secretOf } from './prove-address.ts';
import { invalidLink, type LinkToken, readLinkToken } from './read-link-token.ts';
import { verificationKey } from './request-verification.ts';
import { peekClaims, type VerifiedToken } from './tokens.ts';

/**
 * POST /api/collections/:collection/confirm-verification {token, password?} (wire contract, section 11.8): 204. With the account's password, a session of it,
 * or the secret of the browser that registered it nothing ends; else an account of the product begins clean (prove-address.ts).
 */
export function confirmVerificationRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-verification',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (collection.name === '_superusers') throw badRequest('All superusers are verified by default.');
      const { token, password } = await readTexts(request, ['token', 'password']);
      const { verified, error } = await readVerification(engine, { collection, token });
      refuseErrors({
        token: error,
        password:
          verified && password !== '' ? await checkPassword(engine, request, { verified, password }) : undefined,
      });
      if (!verified) return undefined;
      await prove(engine, request, { collection, verified, isPasswordKnown: password !== '' });
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

type Proving = { collection: AuthCollection; verified: VerifiedToken; isPasswordKnown: boolean };

async function prove(
  engine: Engine,
  asked: RequestContext,
  { collection, verified: { row }, isPasswordKnown }: Proving,
): Promise<void> {
  if (row.verified === true) return;
  // Where nobody can sign in with a password now, one set before the address was proved must not be good later.
  const fields = collection.auth.passwordAuth.enabled ? {} : { password: engine.random.text(40, tokenAlphabet) };
  const isMaker = isPasswordKnown || isSessionOf(asked.auth, { collection, row });
  const [request, secret, { tokenKey }] = [ruleRequestOf(asked), await secretOf(asked), row];
  try {
    await proveAddress(engine, { collection, row, request, isMaker, secret, fields, tokenKey });
  } catch (cause) {
    if (cause instanceof ChangedMeanwhile) return refuseErrors({ token: invalidLink });
    throw cause;
  }
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
