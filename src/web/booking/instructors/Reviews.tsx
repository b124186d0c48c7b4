import { useRef } from 'react';
import { Link } from 'react-router';
import { formatUnit } from '#texts/format-number.ts';
import * as texts from '#texts/instructors.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import { formatDate } from '../../platform/ui/format-time.ts';
import { Pagination } from '../../platform/ui/Pagination.tsx';
import { tagWords } from '../../trust/reviews/review-record.ts';
import { type InstructorData, type PublicReview, type ReviewOrder, reviewOrders } from './instructor-data.ts';
import { Stars } from './Stars.tsx';

const orderWords: Record<ReviewOrder, string> = {
  newest: texts.newestFirst,
  highest: texts.bestFirst,
  lowest: texts.worstFirst,
};

/** What learners wrote after finished, paid lessons, ten at a time; orders and pages are links, so it works without scripts. */
export function Reviews({ data: { reviews, stars, minutes, week } }: { data: InstructorData }) {
  const { reviewDays } = usePolicy();
  const heading = useRef<HTMLHeadingElement>(null);
  const { items, page, totalPages, order } = reviews;
  const searchOf = (next: { page: number; order: ReviewOrder }) =>
    `?minutes=${minutes}&week=${week}&order=${next.order}&reviews=${next.page}`;
  return (
    <section aria-labelledby="reviews" className="grid content-start gap-4">
      <div>
        <h2 id="reviews" ref={heading} tabIndex={-1} className="text-title outline-none">
          {texts.reviews}
        </h2>
        <p className="mt-1 text-note text-soft">{texts.onlyAfterAFinishedPaid}</p>
      </div>
      <Stars counts={stars} />
      {items.length === 0 && (
        <p>
          {page > 1 ? texts.noFurtherReviews : texts.noReviewYetTheyAppear({ window: formatUnit(reviewDays, 'day') })}
        </p>
      )}
      {(items.length > 1 || page > 1) && (
        <nav aria-label={texts.orderOfReviews} className="flex flex-wrap gap-2 print:hidden">
          {reviewOrders.map((each) => (
            <Link
              key={each}
              to={{ search: searchOf({ page: 1, order: each }), hash: 'reviews' }}
              preventScrollReset
              aria-current={each === order ? 'true' : undefined}
              className={each === order ? 'slot bg-green text-on-green' : 'slot'}
            >
              {orderWords[each]}
            </Link>
          ))}
        </nav>
      )}
      {items.length > 0 && (
        <ul className="grid gap-4">
          {items.map((review) => (
            <Review key={review.id} review={review} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        totalPages={totalPages}
        searchOf={(to) => searchOf({ page: to, order })}
        hash="reviews"
        onTurn={() => heading.current?.focus()}
      />
    </section>
  );
}

function Review({ review }: { review: PublicReview }) {
  const reply = review.expand?.review_replies_via_review?.[0];
  return (
    <li className="lane-top pt-4">
      <p className="text-note">
        <span aria-hidden="true">{'★'.repeat(review.rating) + '☆'.repeat(5 - review.rating)}</span>
        <span className="unseen">{texts.ratingOfFive({ rating: review.rating })}</span>
        <span className="text-soft">
          {' '}
          · {review.authorName || texts.aLearner}, {formatDate(review.publishedAt)}
        </span>
      </p>
      {review.text && <p className="mt-1 max-w-[65ch]">{review.text}</p>}
      {review.tags.length > 0 && <p className="mt-1 text-note text-soft">{tagWords(review.tags).join(' · ')}</p>}
      {reply && (
        <p className="mt-2 max-w-[65ch] border-line border-l-4 pl-3 text-note [overflow-wrap:anywhere]">
          <b>{texts.answerOfInstructor}</b> {reply.text}
        </p>
      )}
    </li>
  );
}
