/** `cents × numerator ÷ denominator` to the nearest cent; half a cent is dropped, which is in the learner's favour for a price. */
export function portionOf(cents: number, numerator: number, denominator: number): number {
  return Math.floor((2 * cents * numerator + denominator - 1) / (2 * denominator));
}

/** The same with half a cent counted as a whole: what is given back is rounded in the learner's favour. */
export function portionBackOf(cents: number, numerator: number, denominator: number): number {
  return Math.floor((2 * cents * numerator + denominator) / (2 * denominator));
}
