/** A rate limit: at most `maxRequests` of what `label` names in `duration` seconds, from one address. */
export type RateLimitRule = {
  label: string;
  /** `''` for everybody, `@guest` or `@auth`. */
  audience: string;
  duration: number;
  maxRequests: number;
};

/**
 * The rule for a request with these labels, the most particular first (wire contract, section 22): a rule of exactly a label, else one
 * that ends in `/` and begins the label; both only when they are for the request's audience.
 */
export function findLimit(
  rules: readonly RateLimitRule[],
  labels: readonly string[],
  isGuest: boolean,
): RateLimitRule | undefined {
  const open = rules.filter(({ audience }) => audience === '' || audience === (isGuest ? '@guest' : '@auth'));
  for (const label of labels) {
    const rule =
      open.find((candidate) => candidate.label === label) ??
      open.find((candidate) => candidate.label.endsWith('/') && `${label}/`.startsWith(candidate.label));
    if (rule) return rule;
  }
  return undefined;
}
