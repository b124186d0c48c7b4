import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { loadBackend } from '../../platform/session/backend.ts';
import type { Review } from './review-record.ts';

const key = ['reviews'] as const;

/** The reviews of a lesson that the reader may see, with what was answered. */
export function useLessonReviews(lesson: string) {
  return useQuery({
    queryKey: [...key, 'lesson', lesson],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const expand = 'reviews_via_lesson,reviews_via_lesson.review_replies_via_review';
      const found = await backend
        .collection('lessons')
        .getOne<{ expand?: { reviews_via_lesson?: Review[] } }>(lesson, { expand, signal });
      return found.expand?.reviews_via_lesson ?? [];
    },
  });
}

/** The newest published reviews of an instructor by learners. */
export function useReviewsOf(instructor: string) {
  return useQuery({
    queryKey: [...key, 'instructor', instructor],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const filter = backend.filter("instructor = {:instructor} && side = 'learner' && publishedAt != ''", {
        instructor,
      });
      const options = { filter, sort: '-publishedAt,id', expand: 'review_replies_via_review', signal };
      return (await backend.collection('reviews').getList<Review>(1, 100, options)).items;
    },
    enabled: instructor !== '',
  });
}

export type WrittenReview = { rating: number; text: string; tags: string[] };

/** Writes a review of a lesson, or changes one while that is possible. */
export function useWriting(lesson: string, review?: string) {
  return useChange(async (body: WrittenReview) => {
    const reviews = (await loadBackend()).collection('reviews');
    await (review ? reviews.update(review, body) : reviews.create({ lesson, ...body }));
  });
}

/** Answers a review. */
export function useReplying(review: string) {
  return useChange(async (text: string) => {
    await (await loadBackend()).collection('review_replies').create({ review, text });
  });
}

/** Says that a review should not stand there. */
export function useReporting(review: string) {
  return useChange(async (reason: string) => {
    await (await loadBackend()).collection('review_reports').create({ review, reason });
  });
}

/** `after` is the newest decision that was shown, empty for none: the server refuses a decision that another one came before. */
export type Judgement = { outcome: 'kept' | 'removed'; reason: string; after: string };

/** Decides about a review. */
export function useJudging(review: string) {
  return useChange(async (body: Judgement) => {
    await (await loadBackend()).collection('review_decisions').create({ review, ...body });
  });
}

function useChange<Body>(mutationFn: (body: Body) => Promise<void>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: key }) });
}

export type Report = { id: string; review: string; reason: string; created: string; expand?: { review?: Review } };
export type Decision = {
  id: string;
  review: string;
  outcome: string;
  reason: string;
  moderatorName: string;
  created: string;
};

/** What was reported, newest first, and what was decided about reviews. */
export function useModeration(isEnabled = true) {
  return useQuery({
    queryKey: [...key, 'moderation'],
    queryFn: async ({ signal }) => {
      const backend = await loadBackend();
      const [reports, decisions] = await Promise.all([
        backend.collection('review_reports').getList<Report>(1, 200, {
          sort: '-created',
          expand: 'review,review.instructor,review.review_replies_via_review',
          signal,
        }),
        backend.collection('review_decisions').getList<Decision>(1, 500, { sort: '-created,-@rowid', signal }),
      ]);
      return { reports: reports.items, decisions: decisions.items };
    },
    enabled: isEnabled,
  });
}
