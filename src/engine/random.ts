import { randomInt } from 'node:crypto';

/** Chance, passed in like the time. `text` draws `length` characters of `alphabet`. */
export type Random = { text: (length: number, alphabet: string) => string };

/** The alphabet of record ids (wire contract, section 1). */
export const idAlphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** The alphabet of token keys and client ids. */
export const tokenAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Cryptographically strong chance. */
export const systemRandom: Random = {
  text(length, alphabet) {
    let text = '';
    for (let index = 0; index < length; index++) text += alphabet[randomInt(alphabet.length)];
    return text;
  },
};

/** A share of a whole, from 0 up to, but not with, 1. */
export function drawShare(random: Random): number {
  return Number(`0.${random.text(6, '0123456789')}`);
}

/** A new record id: 15 characters of `[a-z0-9]`. */
export function newId(random: Random): string {
  return random.text(15, idAlphabet);
}
