/** What a figure of the whole platform is counted from: one of the platform's accounts, and which kinds of transactions on it, as SQL has them. */
export type PlatformFigure = (typeof platformFigures)[keyof typeof platformFigures];

/** The figures of the platform's money. A refund that the learner's bank sent back went nowhere: it lessens what was refunded when it comes back. */
export const platformFigures = {
  revenue: { account: 'provider_clearing', kinds: `in ('payment', 'refund_paid', 'refund_returned')` },
  refunded: { account: 'provider_clearing', kinds: `in ('refund_paid', 'refund_returned')` },
  fees: { account: 'platform_fees', kinds: `not like 'payout%'` },
  provider_fees: { account: 'provider_costs', kinds: `in ('provider_fee')` },
} as const;

/**
 * A condition for what belongs to a figure, over the columns that say the account and the kind. Written out and no
 * parameter: a plan for any account takes it for a small one, and reads all entries of the platform's.
 */
export function isOfFigure({ account, kinds }: PlatformFigure, accountIs = 'account', kindIs = 'kind'): string {
  return `${accountIs} = '${account}' and ${kindIs} ${kinds}`;
}
