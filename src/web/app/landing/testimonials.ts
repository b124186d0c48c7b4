import * as texts from '#texts/landing.ts';
import type { Testimonial } from './landing-data.ts';

/** The part of a published review that the landing page may show. */
export type ReviewText = { text: string; authorName: string; expand?: { instructor?: { name?: string } } };

/** How many voices the landing page shows. */
export const testimonialCount = 3;

const longest = 180;

/** The newest published reviews with at least four of five and words in them. */
export const reviewsPath = `/api/collections/reviews/records?${new URLSearchParams({
  filter: "side = 'learner' && rating >= 4 && text != '' && publishedAt != ''",
  sort: '-publishedAt',
  perPage: '12',
  expand: 'instructor',
  fields: 'text,authorName,expand.instructor.name',
})}`;

/** At most three voices of published reviews, each learner once and none too long; nobody is made up where there are fewer. */
export function chooseTestimonials(reviews: readonly ReviewText[]): Testimonial[] {
  const chosen = new Map<string, Testimonial>();
  for (const { text, authorName, expand } of reviews) {
    if (text.length > longest || authorName === '' || chosen.has(authorName)) continue;
    const teacher = expand?.instructor?.name;
    chosen.set(authorName, {
      text,
      name: authorName,
      about: teacher ? texts.learnsWithTeacher({ teacher }) : texts.aLearner,
    });
  }
  return [...chosen.values()].slice(0, testimonialCount);
}
