import { hash, verify } from '@node-rs/argon2';

/** Codes live for minutes and few tries are allowed, so a cheaper hash than a password's will do. */
const cost = { memoryCost: 4096, timeCost: 2, parallelism: 1 };

/** The hash of a one-time code. */
export function hashCode(code: string): Promise<string> {
  return hash(code, cost);
}

/** True when `code` made `hashed`. */
export async function verifyCode(hashed: string, code: string): Promise<boolean> {
  return hashed !== '' && verify(hashed, code);
}
