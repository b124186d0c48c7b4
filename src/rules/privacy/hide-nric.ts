import { foldSigns } from './fold-signs.ts';

/** What stands in the place of an NRIC number; as long as one, so that no text grows beyond what its field takes. */
export const nricMark = '[no NRIC]';

const weights = [2, 7, 6, 5, 4, 3, 2];
const lastLetters: Readonly<Record<string, string>> = {
  S: 'JZIHGFEDCBA',
  T: 'JZIHGFEDCBA',
  F: 'XWUTRQPNMLK',
  G: 'XWUTRQPNMLK',
  M: 'XWUTRQPNJLK',
};
const offsets: Readonly<Record<string, number>> = { T: 4, G: 4, M: 3 };

/** Seven digits between two letters, as they are written: also with spaces or dashes, in small letters or wide ones. */
const numbers = /(?<![\p{L}\p{N}])([STFGM])[\s-]{0,2}(\d{7})[\s-]{0,2}([A-Z])(?![\p{L}\p{N}])/giu;

/** Whether this is the number of an NRIC or of a FIN: its last letter is the check of the rest. */
export function isNric(first: string, digits: string, last: string): boolean {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), offsets[first] ?? 0);
  return lastLetters[first]?.[sum % 11] === last;
}

/**
 * A text without the numbers of NRICs and FINs, which are kept nowhere (docs/rules.md, a11). Other numbers stay: only what its own check letter
 * shows to be one is hidden. Hiding twice changes nothing more.
 */
export function hideNric(text: string): string {
  const plain = foldSigns(text);
  const hidden = plain.replace(numbers, (match, first: string, digits: string, last: string) =>
    isNric(first.toUpperCase(), digits, last.toUpperCase()) ? nricMark : match,
  );
  return hidden === plain ? text : hidden;
}
