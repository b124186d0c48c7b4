import { useState } from 'react';
import { isLesson } from '#rules/lessons/lesson-states.ts';
import { mayEditReview, mayReview } from '#rules/reviews/review-window.ts';
import * as texts from '#texts/reviews.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { usePolicy } from '../../platform/ground/use-policy.ts';
import type { ActionSide } from '../../platform/records/action-lesson.ts';
import { Button } from '../../platform/ui/Button.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewDeeds, ReviewText } from './ReviewText.tsx';
import type { Review } from './review-record.ts';
import { useLessonReviews } from './use-reviews.ts';

type LessonReviewsProps = {
  lesson: { id: string; end: string; status: string };
  side: ActionSide;
};

/** "How was it?" below a lesson that was given: one's own review, and the other side's once both can be read. */
export function LessonReviews({ lesson, side }: LessonReviewsProps) {
  return side === 'admin' ? null : <OfParty lesson={lesson} side={side} />;
}

function OfParty({ lesson, side }: LessonReviewsProps) {
  const policy = usePolicy();
  const isTaught = isLesson('taught', lesson.status);
  const { data: reviews } = useLessonReviews(lesson.id);
  if (!reviews) return null;
  const own = reviews.find((review) => review.side === side);
  const theirs = reviews.find((review) => review.side !== side && review.publishedAt !== '');
  const endMs = Date.parse(lesson.end.replace(' ', 'T'));
  const nowMs = currentTime().getTime();
  const may = mayReview({ isCompletedAndPaid: isTaught, endMs }, { nowMs, hasWritten: own !== undefined }, policy);
  if (!may.ok && !own && !theirs) return null;
  return (
    <section aria-labelledby="reviews-heading" className="card mt-6 grid gap-4 p-5">
      <h2 id="reviews-heading" className="text-title">
        {may.ok ? texts.howWasIt : texts.reviewsOfThisLesson}
      </h2>
      {may.ok && (
        <>
          <p className="text-soft text-note">
            {texts.blindUntil({ date: formatDate(new Date(endMs + policy.reviewDays * 86_400_000).toISOString()) })}
          </p>
          <ReviewForm lesson={lesson.id} isOfTeaching={side === 'learner'} />
        </>
      )}
      {own && <OwnReview lesson={lesson.id} review={own} />}
      {theirs && (
        <div className="lane-top pt-4">
          <ReviewText review={theirs} />
          <ReviewDeeds review={theirs} />
        </div>
      )}
    </section>
  );
}

function OwnReview({ lesson, review }: { lesson: string; review: Review }) {
  const policy = usePolicy();
  const [isChanging, setChanging] = useState(false);
  const writtenMs = Date.parse(review.created.replace(' ', 'T'));
  const publishedMs = review.publishedAt === '' ? undefined : Date.parse(review.publishedAt.replace(' ', 'T'));
  const mayEdit = mayEditReview({ writtenMs, publishedMs }, currentTime().getTime(), policy) && !review.removedAt;
  if (isChanging)
    return (
      <ReviewForm
        lesson={lesson}
        isOfTeaching={review.side === 'learner'}
        review={review}
        onDone={() => setChanging(false)}
      />
    );
  return (
    <div>
      <p className="mb-1 font-semibold">{texts.yourReview}</p>
      <ReviewText review={review} />
      {review.publishedAt === '' && <p className="mt-2 text-soft text-note">{texts.notPublishedYet}</p>}
      {mayEdit && (
        <Button variant="secondary" className="mt-2" onClick={() => setChanging(true)}>
          {texts.changeYourReview}
        </Button>
      )}
    </div>
  );
}
