/** One published review: 1 to 5 points and when it was published, in epoch milliseconds. */
export type RatedReview = { rating: number; publishedMs: number };

/** What an instructor's reviews come to. `shown` is null until there are enough to mean something. */
export type RatingSummary = { average: number; count: number; shown: number | null };

/** Settings of domain rule 25. Months are whole calendar months, handed in as the instant at which they began. */
export const ratingPolicy = {
  minReviews: 3,
  priorMean: 4.5,
  priorWeight: 5,
  recentWeight: 2,
  recentMonths: 24,
} as const;

/**
 * The rating of an instructor (domain rule 25): nothing before three reviews ("New"); then the mean with a prior of 4.5 counted
 * five times, where a review published since `recentSinceMs` (24 months ago) weighs double. `shown` is rounded to two decimals,
 * `average` is the plain mean (0 without reviews).
 */
export function shownRating(reviews: readonly RatedReview[], recentSinceMs: number): RatingSummary {
  const { minReviews, priorMean, priorWeight, recentWeight } = ratingPolicy;
  let plain = 0;
  let weighted = priorMean * priorWeight;
  let weights: number = priorWeight;
  for (const { rating, publishedMs } of reviews) {
    const weight = publishedMs >= recentSinceMs ? recentWeight : 1;
    plain += rating;
    weighted += rating * weight;
    weights += weight;
  }
  const count = reviews.length;
  return {
    average: count === 0 ? 0 : plain / count,
    count,
    shown: count < minReviews ? null : Math.round((weighted / weights) * 100) / 100,
  };
}
