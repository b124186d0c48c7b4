/** `66`, `66.5` or `66.00` as cents; undefined for what is no price of at most S$1,000. */
export function centsOf(text: string): number | undefined {
  const match = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim().replace(/^S?\$\s*/i, ''));
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= 100_000 ? cents : undefined;
}

/** A whole number of percent from 0 to 100, nothing counting as 0; undefined for anything else. */
export function percentOf(text: string): number | undefined {
  const match = /^(\d{0,3})\s*%?$/.exec(text.trim());
  if (!match) return undefined;
  const percent = Number(match[1]);
  return percent <= 100 ? percent : undefined;
}
