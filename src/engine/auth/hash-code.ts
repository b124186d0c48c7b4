import { hash } from '@node-rs/argon2';
import { verifyPassword } from '../passwords/password-hash.ts';

/** Codes live for minutes and few tries are allowed, so a cheaper hash than a password's will do. */
const cost = { memoryCost: 4096, timeCost: 2, parallelism: 1 };

/** The hash of a one-time code. */
export function hashCode(code: string): Promise<string> {
  return hash(code, cost);
}

/** True when `code` made `hashed`, which an imported one's bcrypt hash may be. */
export function verifyCode(hashed: string, code: string): Promise<boolean> {
  return verifyPassword(hashed, code);
}
