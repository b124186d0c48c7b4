import type { PolicyValues } from '../policies/policy-values.ts';

/** One published review: 1 to 5 points and when it was published, in epoch milliseconds. */
export type RatedReview = { rating: number; publishedMs: number };

/** What an instructor's reviews come to. `shown` is null until there are enough to mean something. */
export type RatingSummary = { average: number; count: number; shown: number | null };

/** The figures that decide about ratings. */
export type RatingPolicy = Pick<
  PolicyValues,
  'ratingMinReviews' | 'ratingPriorMean' | 'ratingPriorWeight' | 'ratingRecentWeight'
>;

/**
 * The rating of an instructor (domain rule 25): nothing before three reviews ("New"); then the mean with a prior of 4.5 counted
 * five times, where a review published since `recentSinceMs` (24 months ago) weighs double; the figures are those of version 1. `shown` is rounded to two decimals,
 * `average` is the plain mean (0 without reviews).
 */
export function shownRating(
  reviews: readonly RatedReview[],
  recentSinceMs: number,
  policy: RatingPolicy,
): RatingSummary {
  const { ratingPriorMean, ratingPriorWeight } = policy;
  let plain = 0;
  let weighted = ratingPriorMean * ratingPriorWeight;
  let weights = ratingPriorWeight;
  for (const { rating, publishedMs } of reviews) {
    const weight = publishedMs >= recentSinceMs ? policy.ratingRecentWeight : 1;
    plain += rating;
    weighted += rating * weight;
    weights += weight;
  }
  const count = reviews.length;
  return {
    average: count === 0 ? 0 : plain / count,
    count,
    shown: count < policy.ratingMinReviews ? null : Math.round((weighted / weights) * 100) / 100,
  };
}
