import { firstPolicyValues } from '#rules/policies/policy-values.ts';
import { type RatedReview, type RatingSummary, shownRating } from '#rules/reviews/shown-rating.ts';
import { hourMs } from '#rules/time/durations.ts';
import type { DemoRow } from './demo.store.ts';
import { type DemoChance, demoChance, demoId } from './demo-chance.ts';
import { addDays, dateAt, instantMsOn, isoOf } from './demo-dates.ts';
import type { DemoInstructor } from './demo-instructors.ts';
import { type DemoLesson, isTaught } from './demo-lessons.ts';
import { instructorId, instructorUserId, learnerId } from './demo-people.ts';
import { learnerReviewTexts, reviewTexts } from './review-texts.ts';

type WrittenReview = {
  lesson: DemoLesson;
  side: 'learner' | 'instructor';
  rating: number;
  text: string;
  tags: string[];
  writtenMs: number;
};
export type DemoReview = WrittenReview & { publishedMs: number | null };

const blindMs = 14 * 24 * hourMs;
const tags = ['patience', 'clarity', 'punctuality', 'value'] as const;

/** The reviews written by `nowMs`; published when both sides wrote or 14 days after the lesson (domain rule 24). */
export function writeReviews(lessons: readonly DemoLesson[], nowMs: number): DemoReview[] {
  const used = new Map<string, number>();
  return lessons.flatMap((lesson) => {
    const { instructor } = lesson.plan;
    const chance = demoChance(`review:${lesson.plan.key}`);
    const isAsked = chance.happens(44);
    if (!isTaught(lesson) || instructor.kindness === 0 || !isAsked) return [];
    const written: WrittenReview[] = [learnerReview(lesson, chance, used)];
    if (chance.happens(45)) {
      const writtenMs = lesson.endMs + chance.between(1, 30) * hourMs;
      const text = chance.pick(learnerReviewTexts);
      written.push({ lesson, side: 'instructor', rating: chance.pick([5, 5, 4]), text, tags: [], writtenMs });
    }
    const known = written.filter(({ writtenMs }) => writtenMs <= nowMs);
    const bothMs =
      written.length === 2 ? Math.max(...written.map(({ writtenMs }) => writtenMs)) : Number.POSITIVE_INFINITY;
    const publishedMs = Math.min(bothMs, lesson.endMs + blindMs);
    return known.map((review) => ({ ...review, publishedMs: publishedMs <= nowMs ? publishedMs : null }));
  });
}

function learnerReview(lesson: DemoLesson, chance: DemoChance, used: Map<string, number>): WrittenReview {
  const { instructor } = lesson.plan;
  const rating = chance.happens(instructor.kindness) ? 5 : chance.pick([4, 4, 4, 3, 3, 2]);
  const texts = reviewTexts[rating] ?? [];
  const key = `${instructor.key} ${rating}`;
  const turn = used.get(key) ?? demoChance(`texts:${key}`).between(0, 20);
  used.set(key, turn + 1);
  return {
    lesson,
    side: 'learner',
    rating,
    // Each instructor goes through the texts in turn, so that a page does not repeat one; long courses also rate without words.
    text: turn % 4 === 3 ? '' : (texts[turn % texts.length] ?? ''),
    tags: rating >= 4 ? tags.filter(() => chance.happens(45)) : [],
    writtenMs: lesson.endMs + chance.between(2, 60) * hourMs,
  };
}

/** The rows of the reviews. */
export function reviewRows(reviews: readonly DemoReview[]): DemoRow[] {
  return reviews.map(({ lesson, side, rating, text, tags, writtenMs, publishedMs }) => {
    const { instructor, learner } = lesson.plan;
    const author = side === 'learner' ? learnerId(learner) : instructorUserId(instructor);
    return {
      id: demoId('review', `${lesson.plan.key} ${side}`),
      lesson: lesson.id,
      instructor: instructorId(instructor),
      author,
      side,
      rating,
      text,
      tags,
      authorName: side === 'learner' ? shortName(learner.name) : instructor.name,
      publishedAt: publishedMs === null ? null : isoOf(publishedMs),
      created: isoOf(writtenMs),
      updated: isoOf(publishedMs ?? writtenMs),
      _author: author,
    };
  });
}

/** What the published reviews of an instructor come to at `nowMs`. */
export function ratingOf(instructor: DemoInstructor, reviews: readonly DemoReview[], nowMs: number): RatingSummary {
  const rated: RatedReview[] = reviews.flatMap(({ lesson, side, rating, publishedMs }) =>
    side === 'learner' && lesson.plan.instructor === instructor && publishedMs !== null
      ? [{ rating, publishedMs }]
      : [],
  );
  return shownRating(
    rated,
    instantMsOn(addDays(dateAt(nowMs), -30 * firstPolicyValues.ratingRecentMonths), 0),
    firstPolicyValues,
  );
}

/** First names and the initial of the last word: `Mei Ling T.` */
function shortName(name: string): string {
  const words = name.split(' ');
  return words.length < 2 ? name : `${words.slice(0, -1).join(' ')} ${words.at(-1)?.[0]}.`;
}
