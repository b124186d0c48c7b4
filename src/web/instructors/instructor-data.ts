import type { FreeTime, PublicInstructor } from '../search/search-page.ts';

/** A published review by a learner. */
export type PublicReview = {
  id: string;
  rating: number;
  text: string;
  tags: string[];
  authorName: string;
  publishedAt: string;
};

/** A free time with the local date it falls on. */
export type DatedTime = FreeTime & { localDate: string };

/** What an instructor's page shows. */
export type InstructorData = {
  instructor: PublicInstructor;
  now: string;
  /** The chosen length of a lesson in minutes. */
  minutes: number;
  /** Weeks from this one, 0 to the instructor's horizon. */
  week: number;
  /** Seven local dates `YYYY-MM-DD`, each with its free times. */
  days: { date: string; times: DatedTime[] }[];
  reviews: PublicReview[];
};
