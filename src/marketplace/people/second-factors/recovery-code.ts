import { createHash } from 'node:crypto';
import type { Random } from '#engine/random.ts';

/** Without letters and digits that look alike on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const count = 10;

/** Ten new recovery codes, `xxxx-xxxx-xxxx`: about 59 bits each, too many to find one by guessing from its plain hash. */
export function newRecoveryCodes(random: Random): string[] {
  return Array.from({ length: count }, () => [4, 4, 4].map((length) => random.text(length, alphabet)).join('-'));
}

/** The stored form of an account's code. Capitals, spaces and dashes do not matter, since people type codes in different ways. */
export function hashRecoveryCode(user: string, code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`${user}:${plain}`).digest('hex');
}
