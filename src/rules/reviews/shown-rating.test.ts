import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstPolicyValues } from '../policies/policy-values.ts';
import { type RatedReview, shownRating as ratingUnder } from './shown-rating.ts';

const shownRating = (reviews: RatedReview[], sinceMs: number) => ratingUnder(reviews, sinceMs, firstPolicyValues);

const recent = 1_000;
const old = { rating: 5, publishedMs: 999 };
const fresh = { rating: 2, publishedMs: 1_000 };
const review = fc.record({ rating: fc.integer({ min: 1, max: 5 }), publishedMs: fc.integer({ min: 0, max: 2_000 }) });

describe('[rule 25] the rating of an instructor', () => {
  test('is not shown before the third review', () => {
    expect(shownRating([], recent)).toEqual({ average: 0, count: 0, shown: null });
    expect(shownRating([old, fresh], recent)).toEqual({ average: 3.5, count: 2, shown: null });
  });

  test('is the mean with 4.5 counted five times', () => {
    expect(shownRating([old, old, old], recent).shown).toBe(Math.round(((22.5 + 15) / 8) * 100) / 100);
  });

  test('weighs reviews of the last 24 months double', () => {
    expect(shownRating([old, old, fresh], recent).shown).toBe(Math.round(((22.5 + 10 + 4) / 9) * 100) / 100);
    expect(shownRating([old, old, fresh], recent).average).toBe(4);
  });

  test('stays between the worst and the best of reviews and prior, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(review, { minLength: 3, maxLength: 60 }), (reviews) => {
        const { shown, count } = shownRating(reviews, recent);
        const ratings = [4.5, ...reviews.map(({ rating }) => rating)];
        expect(count).toBe(reviews.length);
        expect(shown).toBeGreaterThanOrEqual(Math.min(...ratings));
        expect(shown).toBeLessThanOrEqual(Math.max(...ratings));
        expect(shownRating([...reviews].reverse(), recent)).toEqual(shownRating(reviews, recent));
      }),
    );
  });
});
