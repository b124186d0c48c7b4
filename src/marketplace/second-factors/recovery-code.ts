import { createHash } from 'node:crypto';
import type { Random } from '#engine/random.ts';

/** Without letters and digits that look alike on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const count = 10;

/** Ten new recovery codes, `xxxx-xxxx-xxxx`: about 59 bits each, so that a plain hash of them can't be turned back by guessing. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: count }, () => [4, 4, 4].map((length) => random.text(length, alphabet)).join('-'));
}

/** What is stored of an account's code. Capitals, spaces and dashes don't count, as people type them. */
export function hashRecoveryCode(user: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`${user}:${plain}`).digest('hex');
}
