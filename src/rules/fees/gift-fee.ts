/** What credit owes to the platform: fees that it gave out already, because of the learner whose credit it is, and that no lesson brought yet. */
export type GiftCredit = {
  owedCents: number;
  /** All credit of the learner: what is there, and what is held for lessons and packages, the lesson at hand among them. */
  creditCents: number;
  /** What of the lesson at hand was paid with credit. */
  lessonCents: number;
};

export const noGift: GiftCredit = { owedCents: 0, creditCents: 0, lessonCents: 0 };

/**
 * How much the platform may give of its own (the instructor's half of a mercy pass, the credit of a late cancellation): the fee on the money
 * concerned, less what is owed of gifts before. So a gift is never more than the fee that comes back with the credit.
 */
export function giftRoom(feeCents: number, { owedCents }: Pick<GiftCredit, 'owedCents'>): number {
  return Math.max(0, feeCents - owedCents);
}

/**
 * The fee that credit brings wherever it is spent, also with an instructor who brought the learner along, in whole cents: of what is owed so
 * much as this lesson keeps of all credit, a part of a cent for the platform. Money goes back before credit does, so what is kept is credit first.
 */
export function giftFee({ owedCents, creditCents, lessonCents }: GiftCredit, keptCents: number): number {
  const spentCents = Math.min(lessonCents, keptCents);
  if (owedCents <= 0 || spentCents <= 0) return 0;
  const share = Math.ceil((owedCents * spentCents) / Math.max(creditCents, spentCents));
  return Math.min(owedCents, spentCents, share);
}
