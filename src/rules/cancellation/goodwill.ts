import type { PolicyValues } from '../policies/policy-values.ts';

export type GoodwillPolicy = Pick<PolicyValues, 'goodwillCents' | 'goodwillByPlatform'>;

/** What is known before a learner gets credit because an instructor cancelled late or stayed away. */
export type GoodwillFacts = {
  /** Something was paid for the lesson: one that cost nothing brings no credit. */
  isPaid: boolean;
  /** How often such a credit was given because of this instructor. */
  goodwillsBefore: number;
  /** What the instructor has coming and no payout has taken along; negative: owes. */
  openCents: number;
};

/**
 * The credit of a late cancellation or a missed lesson, and who pays it (domain rule 11): the platform the first `goodwillByPlatform` times,
 * then the instructor, whose account may go below zero for it by as much as the platform gave before. Beyond that there is no credit, because
 * nobody would ever pay it back: two accounts together could make money of it.
 */
export function goodwillOf(
  { isPaid, goodwillsBefore, openCents }: GoodwillFacts,
  { goodwillCents, goodwillByPlatform }: GoodwillPolicy,
): { cents: number; from: 'platform' | 'instructor' } {
  if (!isPaid) return { cents: 0, from: 'platform' };
  if (goodwillsBefore < goodwillByPlatform) return { cents: goodwillCents, from: 'platform' };
  const mayOweCents = goodwillCents * goodwillByPlatform;
  return { cents: openCents - goodwillCents < -mayOweCents ? 0 : goodwillCents, from: 'instructor' };
}
