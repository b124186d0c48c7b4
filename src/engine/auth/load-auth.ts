import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { verifyToken } from './tokens.ts';

type Remembered = { auth: AuthRecord; expMs: number; secret: string };

const maxRemembered = 20_000;

export type AuthLoader = {
  /** The record of an Authorization header, with or without `Bearer`; null for a guest or a token that is no longer good. */
  load: (authorization: string | undefined) => Promise<AuthRecord | null>;
  /** Forgets what is remembered of a record, or of all records of a collection. */
  forget: (collectionId: string, id?: string) => void;
};

/** Loads who asks. A token that was good is remembered until it expires or its record changes, so a warm one costs no query. */
export function createAuthLoader(engine: Engine): AuthLoader {
  const byToken = new Map<string, Remembered>();
  const tokensOf = new Map<string, Set<string>>();

  const secretOf = (collectionId: string) => engine.collections.find(collectionId)?.auth?.authToken.secret ?? '';

  function remember(token: string, remembered: Remembered): void {
    if (byToken.size >= maxRemembered) {
      byToken.clear();
      tokensOf.clear();
    }
    byToken.set(token, remembered);
    const key = `${remembered.auth.collectionId}/${remembered.auth.id}`;
    const tokens = tokensOf.get(key) ?? new Set();
    tokensOf.set(key, tokens.add(token));
  }

  async function load(authorization: string | undefined): Promise<AuthRecord | null> {
    const token = authorization?.replace(/^bearer\s+/i, '').trim();
    if (!token) return null;
    const known = byToken.get(token);
    if (known && known.secret === secretOf(known.auth.collectionId)) {
      return known.expMs > engine.clock.nowMs() ? known.auth : null;
    }
    const verified = await verifyToken(engine, token, ['auth']);
    if (!verified) return null;
    const auth = authRecordOf(verified.collection, verified.row, verified.claims.refreshable === true);
    remember(token, { auth, expMs: verified.claims.exp * 1000, secret: secretOf(auth.collectionId) });
    return auth;
  }

  function forget(collectionId: string, id?: string): void {
    for (const [key, tokens] of tokensOf) {
      if (id === undefined ? !key.startsWith(`${collectionId}/`) : key !== `${collectionId}/${id}`) continue;
      for (const token of tokens) byToken.delete(token);
      tokensOf.delete(key);
    }
  }

  return { load, forget };
}

/** The signed-in record of a table row. */
export function authRecordOf(collection: { id: string; name: string }, row: Row, refreshable = true): AuthRecord {
  return {
    id: String(row.id),
    collectionId: collection.id,
    collectionName: collection.name,
    isSuperuser: collection.name === '_superusers',
    refreshable,
    row,
  };
}
