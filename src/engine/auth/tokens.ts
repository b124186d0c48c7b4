import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import type { AuthOptions, Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { findRow } from '../records/record-store.ts';

export type TokenKind = 'auth' | 'file' | 'verification' | 'passwordReset' | 'emailChange';
export type TokenClaims = Record<string, unknown> & { id: string; collectionId: string; type: TokenKind; exp: number };
export type VerifiedToken = { claims: TokenClaims; collection: Collection; row: Row };

const optionOf: Record<TokenKind, keyof AuthOptions & `${string}Token`> = {
  auth: 'authToken',
  file: 'fileToken',
  verification: 'verificationToken',
  passwordReset: 'passwordResetToken',
  emailChange: 'emailChangeToken',
};

type TokenRequest = {
  kind: TokenKind;
  collection: Collection;
  row: Row;
  /** Further claims, such as `refreshable` or `newEmail`. */
  claims?: Record<string, unknown>;
  /** Seconds; the collection's option unless given. */
  durationSeconds?: number;
};

/** A signed token of a record (wire contract, section 3). Its key holds the record's tokenKey, so changing that ends it. */
export async function signToken(engine: Engine, request: TokenRequest): Promise<string> {
  const { kind, collection, row, claims } = request;
  const options = collection.auth?.[optionOf[kind]];
  if (!options) throw new Error(`${collection.name} has no accounts.`);
  const exp = Math.floor(engine.clock.nowMs() / 1000) + (request.durationSeconds ?? options.duration);
  return new SignJWT({ ...claims, type: kind, id: String(row.id), collectionId: collection.id, exp })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(keyOf(row, options.secret));
}

function keyOf(row: Row, secret: string): Uint8Array {
  return new TextEncoder().encode(String(row.tokenKey) + secret);
}

/** The record a token stands for when it is of one of `kinds`, signed by us, not expired; else undefined. */
export async function verifyToken(
  engine: Engine,
  token: string,
  kinds: readonly TokenKind[],
): Promise<VerifiedToken | undefined> {
  const claims = readClaims(token);
  if (!claims || !kinds.includes(claims.type)) return undefined;
  const collection = engine.collections.find(claims.collectionId);
  const options = collection?.auth?.[optionOf[claims.type]];
  if (!collection || !options) return undefined;
  const row = await findRow(engine.db, collection, claims.id);
  if (!row) return undefined;
  try {
    await jwtVerify(token, keyOf(row, options.secret), {
      algorithms: ['HS256'],
      currentDate: new Date(engine.clock.nowMs()),
    });
    return { claims, collection, row };
  } catch {
    // A wrong signature or an expired token is simply no token.
    return undefined;
  }
}

function readClaims(token: string): TokenClaims | undefined {
  try {
    const claims = decodeJwt(token);
    const { id, collectionId, type, exp } = claims;
    const isOurs = typeof id === 'string' && typeof collectionId === 'string' && typeof exp === 'number';
    return isOurs && typeof type === 'string' && type in optionOf ? (claims as TokenClaims) : undefined;
  } catch {
    return undefined;
  }
}
