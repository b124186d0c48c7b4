import type { InstructorCardData } from '../search/instructor-card-data.ts';

/** What somebody said: a published review, or one of the words we show until there are enough of those. */
export type Testimonial = { text: string; name: string; about: string };

/** What the landing page shows that is not fixed text. */
export type LandingData = {
  now: string;
  cards: InstructorCardData[];
  /** Everybody listed; undefined when the count could not be read. */
  total: number | undefined;
  /** Areas where somebody teaches, in name order. */
  areas: string[];
  testimonials: Testimonial[];
};
