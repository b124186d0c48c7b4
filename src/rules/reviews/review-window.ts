import type { PolicyValues } from '../policies/policy-values.ts';
import { dayMs, hourMs } from '../time/durations.ts';

/** A lesson as reviews see it: whether it was taught to its end and paid, and when it ended. */
export type ReviewedLesson = { isCompletedAndPaid: boolean; endMs: number };

/** Whether a party may write a review now (domain rule 24): of completed paid lessons, once, within the window; its last instant is in time. */
export function mayReview(
  { isCompletedAndPaid, endMs }: ReviewedLesson,
  { nowMs, hasWritten }: { nowMs: number; hasWritten: boolean },
  policy: Pick<PolicyValues, 'reviewDays'>,
): { ok: true } | { ok: false; reason: 'not_completed' | 'already_written' | 'too_late' } {
  if (!isCompletedAndPaid) return { ok: false, reason: 'not_completed' };
  if (hasWritten) return { ok: false, reason: 'already_written' };
  return nowMs <= endMs + policy.reviewDays * dayMs ? { ok: true } : { ok: false, reason: 'too_late' };
}

/** Whether the product asks for a review (domain rule 24): after the first completed lesson of a pair, then after every fifth, and at the finish. */
export function isReviewAsked(
  completedLessons: number,
  isFinished: boolean,
  policy: Pick<PolicyValues, 'reviewEveryLessons'>,
): boolean {
  if (completedLessons <= 0) return false;
  return isFinished || completedLessons === 1 || completedLessons % policy.reviewEveryLessons === 0;
}

/**
 * When the reviews of a lesson are published (domain rule 24): when both sides have written, at the latest when the window ends; epoch
 * milliseconds. Undefined where nobody wrote: then there is nothing to publish.
 */
export function reviewsPublishedAt(
  { endMs }: Pick<ReviewedLesson, 'endMs'>,
  written: { learnerMs: number | undefined; instructorMs: number | undefined },
  policy: Pick<PolicyValues, 'reviewDays'>,
): number | undefined {
  const { learnerMs, instructorMs } = written;
  if (learnerMs === undefined && instructorMs === undefined) return undefined;
  const windowEndsMs = endMs + policy.reviewDays * dayMs;
  if (learnerMs === undefined || instructorMs === undefined) return windowEndsMs;
  return Math.min(windowEndsMs, Math.max(learnerMs, instructorMs));
}

/** Whether its author may still change a review (domain rule 24): within hours of writing, while nobody has seen it. */
export function mayEditReview(
  { writtenMs, publishedMs }: { writtenMs: number; publishedMs: number | undefined },
  nowMs: number,
  policy: Pick<PolicyValues, 'reviewEditHours'>,
): boolean {
  const isUnpublished = publishedMs === undefined || publishedMs > nowMs;
  return isUnpublished && nowMs <= writtenMs + policy.reviewEditHours * hourMs;
}

/** Whether the reviewed side may reply (domain rule 24): once, within days of the publication. */
export function mayReply(
  { publishedMs, hasReplied }: { publishedMs: number | undefined; hasReplied: boolean },
  nowMs: number,
  policy: Pick<PolicyValues, 'reviewReplyDays'>,
): boolean {
  if (publishedMs === undefined || hasReplied || nowMs < publishedMs) return false;
  return nowMs <= publishedMs + policy.reviewReplyDays * dayMs;
}
