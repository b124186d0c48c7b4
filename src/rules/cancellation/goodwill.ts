import type { PolicyValues } from '../policies/policy-values.ts';
import type { Give } from '../settlement/settlement-of.ts';

export type GoodwillPolicy = Pick<PolicyValues, 'goodwillCents' | 'goodwillByPlatform'>;

/** What is known before a learner gets credit because an instructor cancelled late or stayed away. */
export type GoodwillFacts = {
  /** Something was paid for the lesson: one that cost nothing brings no credit. */
  isPaid: boolean;
  /** How often such a credit was given because of this instructor. */
  goodwillsBefore: number;
  /** What the instructor has coming and no payout has taken along; negative: owes. */
  openCents: number;
  /** The platform's fee on the money concerned, which the credit owes then (`giftFee`). */
  platformFeeCents: number;
};

/**
 * The credit of a late cancellation or a missed lesson, and who pays it (domain rule 11). The first `goodwillByPlatform` times the platform pays it, and the
 * credit owes its fee on the money concerned. Later ones are the instructor's, and their account may go below zero for them by as much as the platform gives at most. Beyond that there is no credit, because nobody would ever pay it back: two accounts
 * together could make money of it.
 */
export function goodwillOf(
  { isPaid, goodwillsBefore, openCents, platformFeeCents }: GoodwillFacts,
  { goodwillCents, goodwillByPlatform }: GoodwillPolicy,
): { cents: number; gives: Give[] } {
  if (!isPaid) return { cents: 0, gives: [] };
  if (goodwillsBefore >= goodwillByPlatform) {
    const isTooMuch = openCents - goodwillCents < -goodwillCents * goodwillByPlatform;
    const cents = isTooMuch ? 0 : goodwillCents;
    return { cents, gives: [{ to: 'credit', from: 'instructor', cents }] };
  }
  const owedCents = Math.min(goodwillCents, platformFeeCents);
  const gives: Give[] = [
    { to: 'credit', from: 'platform', cents: owedCents, isGift: true },
    { to: 'credit', from: 'platform', cents: goodwillCents - owedCents },
  ];
  return { cents: goodwillCents, gives: gives.filter(({ cents }) => cents > 0) };
}
