import type { Slot } from '#wire/booking.ts';
import type { Checked } from '#wire/teaching.ts';
import type { PublicInstructor } from '../search/public-instructor.ts';

/** A published review by a learner. */
export type PublicReview = {
  id: string;
  rating: number;
  text: string;
  tags: string[];
  authorName: string;
  publishedAt: string;
  /** What the instructor answered. */
  expand?: { review_replies_via_review?: { text: string }[] };
};

/** What an instructor's page shows. */
export type InstructorData = {
  instructor: PublicInstructor;
  now: string;
  /** The chosen length of a lesson in minutes. */
  minutes: number;
  /** Weeks from this one, 0 to the instructor's horizon. */
  week: number;
  /** Seven local dates `YYYY-MM-DD`, each with its free times. */
  days: { date: string; times: Slot[] }[];
  reviews: ReviewPage;
  /** How many published reviews gave five stars, four, three, two and one; of the newest thousand. */
  stars: { stars: number; count: number }[];
  /** Hours sold in advance, with the discount on the hourly price. */
  packages: { minutes: number; discountPercent: number }[];
  /** What was looked at and when, by the last check that is on record. */
  checks: Checked[];
};

/** In which order reviews can be read, the first unless chosen. */
export const reviewOrders = ['newest', 'highest', 'lowest'] as const;
export type ReviewOrder = (typeof reviewOrders)[number];

/** Ten of an instructor's published reviews. `page` counts from 1. */
export type ReviewPage = { items: PublicReview[]; page: number; totalPages: number; order: ReviewOrder };
