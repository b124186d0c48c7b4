import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2';
import { createTurns } from '../create-turns.ts';

/** argon2id with 19 MiB, two passes and one lane, about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes are worked out on the four threads on which files are read, too. Five hundred registrations at once must keep neither files nor whoever signs in
 * waiting for all of their hashes.
 */
const [making, comparing] = [createTurns(1), createTurns(2)];

/** The hash of a new password. */
export function hashPassword(password: string): Promise<string> {
  return making(() => hashArgon2(password, cost));
}

/** What bcrypt looks at; the rest of a longer password would not count. */
const bcryptBytes = 72;

/**
 * True when `password` made `hash`, an argon2 hash of ours or a bcrypt hash of an imported account. Where the hashes came from a password of
 * more than 72 bytes can't be made, so none of that length fits one of them; argon2 takes any length.
 */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  try {
    if (hash.startsWith('$argon2')) return await comparing(() => verifyArgon2(hash, password));
    if (!/^\$2[aby]\$/.test(hash) || Buffer.byteLength(password) > bcryptBytes) return false;
    const { verify: verifyBcrypt } = await import('@node-rs/bcrypt');
    return await comparing(() => verifyBcrypt(password, hash));
  } catch {
    // No hash at all, or half of one: nothing fits it.
    return false;
  }
}

/** True when a good password should be hashed again with today's cost. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
}

/** Spends the time of a comparison where there is no account, so that answers do not tell who has one. */
export async function compareWithNobody(password: string): Promise<void> {
  await comparing(() => hashArgon2(password, cost));
}
