import { lessonHistoryPath } from '#rules/paths/lesson-paths.ts';
import * as texts from '#texts/reviews.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { ReviewDeeds, ReviewText } from './ReviewText.tsx';
import { useReviewsOf } from './use-reviews.ts';

/** What learners wrote about the signed-in instructor, to be answered once each. */
export function ReviewsPage() {
  const dashboard = useInstructorDashboard();
  return (
    <WhenRead read={dashboard} what={texts.yourReviews} notLoaded={texts.reviewsNotLoaded}>
      {dashboard.data?.instructor ? (
        <List instructor={dashboard.data.instructor.id} />
      ) : (
        <NoInstructorProfile what={texts.reviewsWord} />
      )}
    </WhenRead>
  );
}

function List({ instructor }: { instructor: string }) {
  const read = useReviewsOf(instructor);
  return (
    <WhenRead read={read} what={texts.yourReviews} notLoaded={texts.reviewsNotLoaded}>
      <h2 className="mb-4 text-heading">{texts.reviewsAboutYou}</h2>
      <p className="mb-5 flex flex-wrap items-center gap-3 text-soft">
        {texts.reviewYourLearners}
        <LinkButton to={lessonHistoryPath} variant="secondary">
          {texts.toYourLessons}
        </LinkButton>
      </p>
      {read.data?.length === 0 && <p>{texts.noReviewsYet}</p>}
      <ul className="grid max-w-[48rem] gap-5">
        {read.data?.map((review) => (
          <li key={review.id} className="card p-5">
            <ReviewText review={review} />
            <ReviewDeeds review={review} />
          </li>
        ))}
      </ul>
    </WhenRead>
  );
}
