/**
 * How a refund is divided over what was paid (domain rule 22): money goes back first, to the ways it came; the rest is credit again, as it
 * was. A refund of more than was paid, which only the platform gives, is credit for the part above.
 */
export function splitRefund(
  refundCents: number,
  paid: { moneyCents: number; creditCents: number },
): { moneyCents: number; creditCents: number } {
  const moneyCents = Math.min(refundCents, paid.moneyCents);
  return { moneyCents, creditCents: refundCents - moneyCents };
}
