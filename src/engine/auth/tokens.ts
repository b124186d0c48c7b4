import { createHmac, createSecretKey } from 'node:crypto';
import { compactVerify, decodeJwt } from 'jose';
import type { AuthOptions, Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { SecondFactor } from '../http/auth-record.ts';
import { findRow } from '../records/record-store.ts';
import { hasSession } from './sessions.store.ts';

export type TokenKind = 'auth' | 'file' | 'verification' | 'passwordReset' | 'emailChange';
export type TokenClaims = Record<string, unknown> & { id: string; collectionId: string; type: TokenKind; exp?: number };
export type VerifiedToken = { claims: TokenClaims; collection: Collection; row: Row };

const optionOf: Record<TokenKind, keyof AuthOptions & `${string}Token`> = {
  auth: 'authToken',
  file: 'fileToken',
  verification: 'verificationToken',
  passwordReset: 'passwordResetToken',
  emailChange: 'emailChangeToken',
};

const tokenHeader = base64url(JSON.stringify({ alg: 'HS256', typ: 'JWT' }));

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
export function signToken(engine: Engine, request: TokenRequest): string {
  const { kind, collection, row, claims } = request;
  const options = collection.auth?.[optionOf[kind]];
  if (!options) throw new Error(`${collection.name} has no accounts.`);
  const exp = Math.floor(engine.clock.nowMs() / 1000) + (request.durationSeconds ?? options.duration);
  const payload = { ...claims, type: kind, id: String(row.id), collectionId: collection.id, exp };
  // At once: Web Crypto, which libraries sign with, hands each record's own key over to other threads first, at ten times the cost.
  const signed = `${tokenHeader}.${base64url(JSON.stringify(payload))}`;
  return `${signed}.${createHmac('sha256', createSecretKey(keyOf(row, options.secret)))
    .update(signed)
    .digest('base64url')}`;
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function keyOf(row: Row, secret: string): Uint8Array {
  return new TextEncoder().encode(String(row.tokenKey) + secret);
}

/**
 * The record a token stands for when it is of one of `kinds`, signed by us, neither over nor early, and its session has not been ended; else
 * undefined.
 */
export async function verifyToken(
  engine: Pick<Engine, 'db' | 'clock' | 'collections'>,
  token: string,
  kinds: readonly TokenKind[],
): Promise<VerifiedToken | undefined> {
  const claims = peekClaims(token);
  if (!claims || !isOfKind(claims, kinds)) return undefined;
  const collection = engine.collections.find(claims.collectionId);
  const options = collection?.auth?.[optionOf[claims.type]];
  if (!collection || !options) return undefined;
  const row = await findRow(engine.db, collection, claims.id);
  // Without a secret anybody who knows a record's key could sign.
  if (!row || options.secret === '') return undefined;
  try {
    await compactVerify(token, keyOf(row, options.secret), { algorithms: ['HS256'] });
  } catch {
    // A wrong signature makes it simply no token.
    return undefined;
  }
  if (!isTimely(claims, engine.clock.nowMs() / 1000)) return undefined;
  const session = { id: sessionOf(claims), collectionRef: collection.id, recordRef: claims.id };
  if (session.id !== '' && !(await hasSession(engine.db, session))) return undefined;
  return { claims, collection, row };
}

/** The session that a token belongs to; empty for one that belongs to none. */
export function sessionOf({ session }: TokenClaims): string {
  return typeof session === 'string' ? session : '';
}

/** Who of the staff looks through an account by this token; empty for its owner's own. */
export function actorOf({ actor }: TokenClaims): string {
  return typeof actor === 'string' ? actor : '';
}

/** The superuser who was given the token of somebody's account; empty for its owner's own. */
export function impersonatorOf({ impersonator }: TokenClaims): string {
  return typeof impersonator === 'string' ? impersonator : '';
}

/** By what whoever has the token signed in after the first method. */
export function secondFactorOf({ twofold, ownFactor }: TokenClaims): SecondFactor {
  if (twofold !== true) return 'none';
  return ownFactor === true ? 'own' : 'mailbox';
}

/** What a token says of it. */
export function factorClaims(secondFactor: SecondFactor): Record<string, unknown> {
  return {
    ...(secondFactor === 'none' ? {} : { twofold: true }),
    ...(secondFactor === 'own' ? { ownFactor: true } : {}),
  };
}

// Seconds; 0 is the same as not being there, as in the reference.
function isTimely({ exp = 0, nbf = 0, iat = 0 }: Record<string, unknown>, now: number): boolean {
  if (typeof exp !== 'number' || typeof nbf !== 'number' || typeof iat !== 'number') return false;
  return (exp === 0 || now < exp) && nbf <= now && iat <= now;
}

/** What a token says of itself, signed or not; undefined when it is no token. */
export function peekClaims(token: string): Record<string, unknown> | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

function isOfKind(claims: Record<string, unknown>, kinds: readonly TokenKind[]): claims is TokenClaims {
  const { id, collectionId, type } = claims;
  return typeof id === 'string' && typeof collectionId === 'string' && kinds.some((kind) => kind === type);
}
