import * as texts from '#texts/reviews.ts';

export type Reply = { id: string; text: string; created: string };

/** A review as its parties and staff see it; times in the wire form, empty while it is not so. */
export type Review = {
  id: string;
  lesson: string;
  side: 'learner' | 'instructor';
  author: string;
  authorName: string;
  rating: number;
  text: string;
  tags: string[];
  publishedAt: string;
  removedAt: string;
  created: string;
  expand?: { review_replies_via_review?: Reply[]; instructor?: { name: string } };
};

/** What a review may praise, in the order of the form. */
export const reviewTags = [
  { value: 'patience', label: texts.patience },
  { value: 'clarity', label: texts.clarity },
  { value: 'punctuality', label: texts.punctuality },
  { value: 'value', label: texts.valueForMoney },
] as const;

/** The words of a review's tags. */
export function tagWords(tags: readonly string[]): string[] {
  return reviewTags.filter(({ value }) => tags.includes(value)).map(({ label }) => label);
}
