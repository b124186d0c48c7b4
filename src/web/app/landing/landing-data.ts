import type { InstructorCardData } from '../../booking/search/instructor-card-data.ts';

/** What somebody said in a published review. */
export type Testimonial = { text: string; name: string; about: string };

/** What the landing page shows that is not fixed text. */
export type LandingData = {
  now: string;
  cards: InstructorCardData[];
  /** Everybody listed; undefined when the count could not be read. */
  total: number | undefined;
  /** How many teach in each area where somebody does, in name order. */
  counts: Record<string, number>;
  testimonials: Testimonial[];
};
