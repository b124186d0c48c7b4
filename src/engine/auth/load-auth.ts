import type { Collection } from '../collections/collection.ts';
import type { Row } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { AuthRecord, SecondFactor } from '../http/auth-record.ts';
import { hasSession } from './sessions.store.ts';
import { actorOf, impersonatorOf, secondFactorOf, sessionOf, verifyToken } from './tokens.ts';

type Remembered = { auth: AuthRecord; expMs: number; collection: Collection; usedMs: number };

const maxRemembered = 20_000;
/** How exactly the last use of a session is known, in milliseconds. */
const useEveryMs = 900_000;
/** How long it is remembered that rights wait for something, in milliseconds. */
const limitedMs = 60_000;

export type AuthLoader = {
  /** The record of an Authorization header, with or without `Bearer`; null for a guest or a token that is no longer good. */
  load: (authorization: string | undefined) => Promise<AuthRecord | null>;
  /** True while nobody has ended the session that somebody was known by; also for tokens that belong to no session. */
  isOpen: (auth: AuthRecord) => Promise<boolean>;
  /** Forgets what is remembered of a record. */
  forget: (collectionId: string, id: string) => void;
  /** Forgets everything: changes on other servers may have been missed. */
  forgetAll: () => void;
  /** While this server does not hear of revocations, each token is looked up again. Deaf at first. */
  setHearing: (isHearing: boolean) => void;
};

type LoaderEngine = Pick<Engine, 'db' | 'clock' | 'collections' | 'limitRights'>;

/**
 * Loads who asks. A token that was good is remembered until it expires or its record changes, so a warm one costs no query. `onUse` is told
 * of who asks, at once and then every quarter of an hour at most.
 */
export function createAuthLoader(engine: LoaderEngine, onUse: (auth: AuthRecord) => void): AuthLoader {
  const byToken = new Map<string, Remembered>();
  const tokensOf = new Map<string, Set<string>>();
  let changes = 0;
  let isHearing = false;

  function remember(token: string, remembered: Remembered): void {
    const [oldest] = byToken.keys();
    if (byToken.size >= maxRemembered && oldest !== undefined) drop(oldest);
    byToken.set(token, remembered);
    const key = keyOf(remembered.auth.collectionId, remembered.auth.id);
    tokensOf.set(key, (tokensOf.get(key) ?? new Set()).add(token));
  }

  /** When the use of a token was told of: now, unless that is not long ago. */
  function noteUse(token: string, auth: AuthRecord): number {
    const nowMs = engine.clock.nowMs();
    const usedMs = byToken.get(token)?.usedMs;
    if (usedMs !== undefined && nowMs - usedMs < useEveryMs) return usedMs;
    onUse(auth);
    return nowMs;
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
    if (!known || !isHearing) return undefined;
    // A collection that was changed is another object: its secret may be a new one.
    const isCurrent = engine.collections.find(known.auth.collectionId) === known.collection;
    const nowMs = engine.clock.nowMs();
    if (isCurrent && known.expMs > nowMs) {
      if (nowMs - known.usedMs >= useEveryMs) {
        known.usedMs = nowMs;
        onUse(known.auth);
      }
      return known.auth;
    }
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
      const auth = authRecordOf(
        engine,
        { collection, row },
        {
          refreshable: claims.refreshable === true,
          sessionId: sessionOf(claims),
          actor: actorOf(claims),
          impersonator: impersonatorOf(claims),
          secondFactor: secondFactorOf(claims),
        },
      );
      const endMs = claims.exp ? claims.exp * 1000 : Number.POSITIVE_INFINITY;
      // What rights wait for may come without a change of the record.
      const expMs = auth.isLimited ? Math.min(endMs, engine.clock.nowMs() + limitedMs) : endMs;
      const usedMs = noteUse(token, auth);
      // A record that changed while it was read may have been read as it was before.
      if (changes === before) remember(token, { auth, expMs, collection, usedMs });
      return auth;
    },
    async isOpen({ sessionId, collectionId, id }) {
      return sessionId === '' || hasSession(engine.db, { id: sessionId, collectionRef: collectionId, recordRef: id });
    },
    forget(collectionId, id) {
      changes++;
      for (const token of tokensOf.get(keyOf(collectionId, id)) ?? []) drop(token);
    },
    setHearing(hears) {
      isHearing = hears;
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

type Standing = {
  refreshable?: boolean;
  sessionId?: string;
  actor?: string;
  impersonator?: string;
  secondFactor?: SecondFactor;
};

type Account = { collection: { id: string; name: string }; row: Row };

/** The signed-in record of a table row, with the rights that it has now. */
export function authRecordOf(
  { limitRights }: Pick<Engine, 'limitRights'>,
  { collection, row }: Account,
  standing: Standing = {},
): AuthRecord {
  const secondFactor = standing.secondFactor ?? 'none';
  const limited = limitRights(collection.name, row, { secondFactor });
  return {
    id: String(row.id),
    collectionId: collection.id,
    collectionName: collection.name,
    isSuperuser: collection.name === '_superusers',
    refreshable: standing.refreshable ?? true,
    sessionId: standing.sessionId ?? '',
    secondFactor,
    isLimited: limited.because !== '',
    limitedBecause: limited.because,
    actor: standing.actor ?? '',
    impersonator: standing.impersonator ?? '',
    row: limited.row,
  };
}
