import type { Engine } from '../engine.ts';
import type { RequestContext } from '../http/route.ts';
import { type AuthCollection, refuseForm } from './auth-context.ts';
import { type TokenKind, type VerifiedToken, verifyToken } from './tokens.ts';

/** The token of a mailed link, from the body; 400 with the wire's codes when it is missing, no longer good, or another collection's. */
export async function readLinkToken(
  engine: Engine,
  request: RequestContext,
  { collection, kind }: { collection: AuthCollection; kind: TokenKind },
): Promise<VerifiedToken> {
  const { token } = (await request.body()).fields;
  if (typeof token !== 'string' || token === '') throw refuseForm('token', 'validation_required', 'Cannot be blank.');
  const verified = await verifyToken(engine, token, [kind]);
  if (!verified) throw refuseForm('token', 'validation_invalid_token', 'Invalid or expired token.');
  if (verified.collection.id !== collection.id) {
    const message = 'The provided token is for different auth collection.';
    throw refuseForm('token', 'validation_token_collection_mismatch', message);
  }
  return verified;
}
