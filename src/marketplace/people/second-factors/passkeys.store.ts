import type { Queryable, Row } from '#engine/database/database.ts';

export type StoredPasskey = {
  id: string;
  user: string;
  credential: string;
  key: Buffer;
  counter: number;
  transports: string[];
};

const columns = `id, "user", _credential as credential, _key as key, _counter as counter, _transports as transports`;

/** The passkeys of an account. */
export async function findPasskeys(db: Queryable, user: string): Promise<StoredPasskey[]> {
  return db.query<StoredPasskey>(
    `select ${columns} from passkeys where "user" = $1 and _credential is not null order by _seq`,
    [user],
  );
}

/** The passkey of a credential's id, of any account; undefined when there is none. */
export async function findPasskey(db: Queryable, credential: string): Promise<StoredPasskey | undefined> {
  const rows = await db.query<StoredPasskey>(`select ${columns} from passkeys where _credential = $1`, [credential]);
  return rows[0];
}

type NewPasskey = StoredPasskey & { name: string; nowMs: number; max: number };

/** Keeps a passkey. `full` when the account has as many as it may, `known` when somebody has this one already. The account is locked meanwhile. */
export async function insertPasskey(tx: Queryable, passkey: NewPasskey): Promise<Row | 'full' | 'known'> {
  const { id, user, name, credential, key, counter, transports, nowMs, max } = passkey;
  await tx.query('select 1 from users where id = $1 for update', [user]);
  const [{ count = 0 } = {}] = await tx.query<{ count: number }>(
    'select count(*) as count from passkeys where "user" = $1',
    [user],
  );
  if (count >= max) return 'full';
  const [row] = await tx.query<Row>(
    `insert into passkeys (id, "user", name, created, updated, _credential, _key, _counter, _transports)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8) on conflict (_credential) do nothing returning *`,
    [id, user, name, new Date(nowMs), credential, key, counter, transports],
  );
  return row ?? 'known';
}

/** Notes a use; false when the key's own count did not grow, as with a copy of the key. A key that does not count always says 0. */
export async function notePasskeyUse(
  db: Queryable,
  { id, counter, nowMs }: { id: string; counter: number; nowMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update passkeys set _counter = $2, "lastUsed" = $3
     where id = $1 and (_counter < $2 or (_counter = 0 and $2 = 0)) returning id`,
    [id, counter, new Date(nowMs)],
  );
  return rows.length > 0;
}

export type PasskeyPurpose = 'enrol' | 'sign_in';

type NewChallenge = { challenge: string; user: string; purpose: PasskeyPurpose; nowMs: number; untilMs: number };

/** Keeps a challenge for a passkey to sign, and removes expired ones. */
export async function insertPasskeyChallenge(db: Queryable, challenge: NewChallenge): Promise<void> {
  const { user, purpose, nowMs, untilMs } = challenge;
  await db.query(
    `with over as (delete from _passkey_challenges where expires < $4)
     insert into _passkey_challenges (challenge, "user", purpose, expires) values ($1, $2, $3, $5)`,
    [challenge.challenge, user, purpose, new Date(nowMs), new Date(untilMs)],
  );
}

/** Uses up a challenge and answers its account (empty: any account); undefined when it is unknown, expired or used. */
export async function takePasskeyChallenge(
  db: Queryable,
  { challenge, purpose, nowMs }: { challenge: string; purpose: PasskeyPurpose; nowMs: number },
): Promise<string | undefined> {
  const rows = await db.query<{ user: string }>(
    'delete from _passkey_challenges where challenge = $1 and purpose = $2 and expires > $3 returning "user"',
    [challenge, purpose, new Date(nowMs)],
  );
  return rows[0]?.user;
}
