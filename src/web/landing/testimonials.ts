import type { Testimonial } from './landing-data.ts';

/** The part of a published review that the landing page may show. */
export type ReviewText = { text: string; authorName: string; expand?: { instructor?: { name?: string } } };

/** How many voices the landing page shows. */
export const testimonialCount = 3;

const longest = 180;

/** The newest published reviews with five of five and words in them. */
export const reviewsPath = `/api/collections/reviews/records?${new URLSearchParams({
  filter: "side = 'learner' && rating = 5 && text != '' && publishedAt != ''",
  sort: '-publishedAt',
  perPage: '12',
  expand: 'instructor',
  fields: 'text,authorName,expand.instructor.name',
})}`;

const untilThereAreReviews: readonly Testimonial[] = [
  {
    text: 'I could see who was free on Saturday morning and what it cost before I even had an account.',
    name: 'Mei Ling',
    about: 'learner, Class 3A',
  },
  {
    text: 'When my plans changed two days ahead the whole sum was back on my card. No call, no explaining.',
    name: 'Farid',
    about: 'learner, Class 3',
  },
  {
    text: 'My diary fills itself and every Wednesday the money is there. I stopped answering messages at the wheel.',
    name: 'Ravi',
    about: 'instructor for 31 years',
  },
];

/** Exactly three voices: published reviews first, each learner once and none too long, then the standing ones. */
export function chooseTestimonials(reviews: readonly ReviewText[]): Testimonial[] {
  const chosen = new Map<string, Testimonial>();
  for (const { text, authorName, expand } of reviews) {
    if (text.length > longest || authorName === '' || chosen.has(authorName)) continue;
    const teacher = expand?.instructor?.name;
    chosen.set(authorName, { text, name: authorName, about: teacher ? `learns with ${teacher}` : 'learner' });
  }
  return [...chosen.values(), ...untilThereAreReviews].slice(0, testimonialCount);
}
