import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/** argon2id with 19 MiB, two passes and one lane, about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a new password. */
export function hashPassword(password: string): Promise<string> {
  return hashArgon2(password, cost);
}

/** True when `password` made `hash`, an argon2 hash of ours or a bcrypt hash of an imported account. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password);
  if (/^\$2[aby]\$/.test(hash)) return verifyBcrypt(password, hash);
  return false;
}

/** True when a good password should be hashed again with today's cost. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$');
}

/** Spends the time of a comparison where there is no account, so that answers do not tell who has one. */
export async function compareWithNobody(password: string): Promise<void> {
  await hashArgon2(password, cost);
}
