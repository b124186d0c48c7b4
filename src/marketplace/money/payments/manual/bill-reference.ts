import type { Random } from '#engine/random.ts';

/** Letters and digits that nobody takes for one another when they type them. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const pattern = /(?=(KB[2-9A-HJKMNP-Z]{10}))/g;

/** By what a payment is known in a bank's statement: `KB` and ten letters and digits. */
export function newBillReference(random: Random): string {
  return `KB${random.text(10, alphabet)}`;
}

/** What may be references of ours in a line of a statement: banks write it in lower case, put spaces in, and run it together with other words. */
export function billReferencesIn(text: string): string[] {
  const squashed = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return [...squashed.matchAll(pattern)].map(([, code = '']) => code);
}
