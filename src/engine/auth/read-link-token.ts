import type { Engine } from '../engine.ts';
import { required } from '../fields/field-errors.ts';
import type { FieldError } from '../http/api-error.ts';
import type { AuthCollection } from './auth-context.ts';
import { type TokenKind, type VerifiedToken, verifyToken } from './tokens.ts';

/** A link that was used, is too old, or was made up. */
export const invalidLink: FieldError = { code: 'validation_invalid_token', message: 'Invalid or expired token.' };

export type LinkToken = { verified: VerifiedToken; error?: undefined } | { verified?: undefined; error: FieldError };

/** The token of a mailed link, or why it is refused: missing, no longer good, or another collection's (wire contract, section 2.1). */
export async function readLinkToken(
  engine: Engine,
  { token, collection, kind }: { token: string; collection: AuthCollection; kind: TokenKind },
): Promise<LinkToken> {
  if (token === '') return { error: required };
  const verified = await verifyToken(engine, token, [kind]);
  if (!verified) return { error: invalidLink };
  if (verified.collection.id !== collection.id) {
    const message = 'The provided token is for different auth collection.';
    return { error: { code: 'validation_token_collection_mismatch', message } };
  }
  return { verified };
}
