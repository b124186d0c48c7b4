import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { AuthRecord } from '../http/auth-record.ts';
import { verifyToken } from './tokens.ts';

type Remembered = { auth: AuthRecord; expMs: number; collection: Collection };

const maxRemembered = 20_000;

export type AuthLoader = {
  /** The record of an Authorization header, with or without `Bearer`; null for a guest or a token that is no longer good. */
  load: (authorization: string | undefined) => Promise<AuthRecord | null>;
  /** Forgets what is remembered of a record. */
  forget: (collectionId: string, id: string) => void;
  /** Forgets everything: changes on other servers may have been missed. */
  forgetAll: () => void;
};

/** Loads who asks. A token that was good is remembered until it expires or its record changes, so a warm one costs no query. */
export function createAuthLoader(engine: Pick<Engine, 'db' | 'clock' | 'collections'>): AuthLoader {
  const byToken = new Map<string, Remembered>();
  const tokensOf = new Map<string, Set<string>>();
  let changes = 0;

  function remember(token: string, remembered: Remembered): void {
    const [oldest] = byToken.keys();
    if (byToken.size >= maxRemembered && oldest !== undefined) drop(oldest);
    byToken.set(token, remembered);
    const key = keyOf(remembered.auth.collectionId, remembered.auth.id);
    tokensOf.set(key, (tokensOf.get(key) ?? new Set()).add(token));
  }

  function drop(token: string): void {
    const known = byToken.get(token);
    if (!known) return;
    byToken.delete(token);
    const key = keyOf(known.auth.collectionId, known.auth.id);
    const tokens = tokensOf.get(key);
    tokens?.delete(token);
    if (tokens?.size === 0) tokensOf.delete(key);
  }

  function recall(token: string): AuthRecord | undefined {
    const known = byToken.get(token);
    if (!known) return undefined;
    // A collection that was changed is another object: its secret may be a new one.
    const isCurrent = engine.collections.find(known.auth.collectionId) === known.collection;
    if (isCurrent && known.expMs > engine.clock.nowMs()) return known.auth;
    drop(token);
    return undefined;
  }

  return {
    async load(authorization) {
      const token = authorization?.replace(/^bearer /i, '');
      if (!token) return null;
      const known = recall(token);
      if (known) return known;
      const before = changes;
      const verified = await verifyToken(engine, token, ['auth']);
      if (!verified) return null;
      const { collection, row, claims } = verified;
      const auth = authRecordOf(collection, row, claims.refreshable === true);
      const expMs = claims.exp ? claims.exp * 1000 : Number.POSITIVE_INFINITY;
      // A record that changed while it was read may have been read as it was before.
      if (changes === before) remember(token, { auth, expMs, collection });
      return auth;
    },
    forget(collectionId, id) {
      changes++;
      for (const token of tokensOf.get(keyOf(collectionId, id)) ?? []) drop(token);
    },
    forgetAll() {
      changes++;
      byToken.clear();
      tokensOf.clear();
    },
  };
}

function keyOf(collectionId: string, id: string): string {
  return `${collectionId}/${id}`;
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
