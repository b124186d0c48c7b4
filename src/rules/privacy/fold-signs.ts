// Each of these is a word or a unit in one sign, and would become up to 18 letters. None has a part of a number, an address or a name.
const foldable = /[^\u3300-\u3357\u3371-\u33df\ufdf0-\ufdfc]+/gu;

/**
 * A text in the plain form of its signs (Unicode's NFKC): wide letters, digits in rings and letters of mathematics are what they look like. At most four
 * times as long, so that a text of a stranger costs no more than its length says.
 */
export function foldSigns(text: string): string {
  return text.replace(foldable, (part) => part.normalize('NFKC'));
}
