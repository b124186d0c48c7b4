import { writeAsOne } from '../batch/write-as-one.ts';
import type { Engine } from '../engine.ts';
import { ruleRequestOf } from '../filters/rule-request.ts';
import { readTexts, refuseErrors } from '../forms/read-form.ts';
import { badRequest } from '../http/api-error.ts';
import type { RequestContext, Route } from '../http/route.ts';
import { forgetAttempts } from '../limits/count-attempt.ts';
import { takeBackReceived } from '../limits/receiver-bounds.ts';
import { tokenAlphabet } from '../random.ts';
import { updateRecord } from '../records/update-record.ts';
import { type AuthCollection, authCollectionOf } from './auth-context.ts';
import { deleteLinks } from './external-auths.store.ts';
import { type LinkToken, readLinkToken } from './read-link-token.ts';
import { verificationKey } from './request-verification.ts';
import { peekClaims } from './tokens.ts';

/** POST /api/collections/:collection/confirm-verification {token} (wire contract, section 11.8): 204. */
export function confirmVerificationRoute(engine: Engine): Route {
  return {
    method: 'POST',
    path: '/api/collections/:collection/confirm-verification',
    async handle(request) {
      const collection = authCollectionOf(engine, request);
      if (collection.name === '_superusers') throw badRequest('All superusers are verified by default.');
      const { token } = await readTexts(request, ['token']);
      const { verified, error } = await readVerification(engine, { collection, token });
      refuseErrors({ token: error });
      if (!verified) return undefined;
      const id = String(verified.row.id);
      if (verified.row.verified !== true) {
        // Where nobody can sign in with a password now, one set before the address was proved must not be good later.
        const password = collection.auth.passwordAuth.enabled
          ? {}
          : { password: engine.random.text(40, tokenAlphabet) };
        const body = { fields: { verified: true, ...password }, files: {} };
        await writeAsOne(engine, async (inside) => {
          await updateRecord(inside, { collection, id, body, request: ruleRequestOf(request), system: true });
          if (!isOwnSession(collection, id, request)) await deleteLinks(inside.db, collection.id, id);
        });
      }
      await forgetAttempts(engine, verificationKey(collection, String(verified.row.email)));
      await takeBackReceived(engine.lasting, { to: String(verified.row.email), kind: 'link' }, engine.clock.nowMs());
      return { status: 204 };
    },
  };
}

// In the product's own collections somebody else may have registered the address and linked an outside account to it: only whoever opens the
// link signed in to the account is known to be the same person. The password stays, as the protocol has it: the page asks for it, or for a new one.
function isOwnSession({ id, managed }: AuthCollection, account: string, request: RequestContext): boolean {
  return !managed || (request.auth?.id === account && request.auth.collectionId === id);
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
