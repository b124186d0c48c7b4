import * as texts from '#texts/instructors.ts';
import { formatDate } from '../ui/format-time.ts';
import type { PublicReview } from './instructor-data.ts';

/** What learners wrote after finished, paid lessons. */
export function Reviews({ reviews }: { reviews: PublicReview[] }) {
  return (
    <section aria-labelledby="reviews" className="grid content-start gap-4">
      <div>
        <h2 id="reviews" className="text-2xl">
          {texts.reviews}
        </h2>
        <p className="mt-1 text-sm text-soft">{texts.onlyAfterAFinishedPaid}</p>
      </div>
      {reviews.length === 0 ? (
        <p>{texts.noReviewYetTheyAppear}</p>
      ) : (
        <ul className="grid gap-4">
          {reviews.map((review) => (
            <li key={review.id} className="lane-top pt-4">
              <p className="text-sm">
                <b className="figures">{texts.ratingOfFive({ rating: review.rating })}</b>
                <span className="text-soft">
                  {' '}
                  · {review.authorName || texts.aLearner}, {formatDate(review.publishedAt)}
                </span>
              </p>
              {review.text && <p className="mt-1 max-w-[65ch]">{review.text}</p>}
              {review.tags.length > 0 && <p className="mt-1 text-xs text-soft">{review.tags.join(' · ')}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
