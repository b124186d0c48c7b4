import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { readTexts, refuseErrors } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { askedFrom, takeBackReceived } from '../limits/receiver-bounds.ts';
import { tokenAlphabet } from '../random.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { checkPassword } from './confirm-email-change.ts';
import { forgetLinks } from './mail-link.ts';
import { isSessionOf, proveAddress, secretOf } from './prove-address.ts';
import { type LinkToken, readLinkToken } from './read-link-token.ts';
import { verificationKey } from './request-verification.ts';
import { peekClaims } from './tokens.ts';

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
      const { row } = verified;
      if (row.verified !== true) {
        // Where nobody can sign in with a password now, one set before the address was proved must not be good later.
        const fields = collection.auth.passwordAuth.enabled ? {} : { password: engine.random.text(40, tokenAlphabet) };
        const isMaker = password !== '' || isSessionOf(request.auth, { collection, row });
        const by = ruleRequestOf(request);
        await proveAddress(engine, { collection, row, request: by, isMaker, secret: await secretOf(request), fields });
      }
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
