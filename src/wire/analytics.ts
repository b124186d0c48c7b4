import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/analytics` answers. Instants are ISO text in UTC; `previous` is the span of the same length right before. */
export type AnalyticsAnswer = {
  generatedAt: string;
  from: string;
  to: string;
  previous: { from: string; to: string };
  /** Instructors who can be booked now; it has no past. */
  listedInstructors: number;
  figures: PlatformFigures;
  previousFigures: PlatformFigures;
  unit: BucketUnit;
  /** The same by days, weeks from Monday, or months of the platform's zone, each of them there, in order. */
  buckets: Bucket[];
};

/** What happened in a period. Money is integer cents. */
export type PlatformFigures = {
  /** Accounts that there were at the end of the span, and those made in it. */
  users: number;
  newUsers: number;
  /** Learners with a lesson in the span that took place or is booked. */
  activeLearners: number;
  /** Instructors who gave or are booked for one of those. */
  activeInstructors: number;
  /** Lessons that begin in the span; holds that were never paid are none. */
  lessons: number;
  completedLessons: number;
  cancelledLessons: number;
  lessonsByStatus: Record<string, number>;
  /** What learners paid in the span less what went back to them in it. */
  revenueCents: number;
  refundedCents: number;
  /** What the platform earned in it. */
  feesCents: number;
  /** 0 to 1, null without lessons. */
  cancellationRate: number | null;
};

export type BucketUnit = 'day' | 'week' | 'month';

export type Bucket = {
  /** The local date on which it begins. */
  date: string;
  lessons: number;
  newUsers: number;
  revenueCents: number;
  feesCents: number;
};

/** What `GET /api/marketplace/analytics/learners` answers: the learners whom `activeLearners` counts. */
export type ActiveLearnersAnswer = PageOf<ActiveLearner>;

/** Of a closed account the name is empty. Lessons of the span that both sides agreed to, on how many of its days, and when the last of them begins. */
export type ActiveLearner = { id: string; name: string; days: number; lessons: number; last: string };

/** What `GET /api/marketplace/lessons/count` answers. */
export type LessonCountAnswer = { count: number };

/** What `GET /api/marketplace/lessons/search` answers. `hasMore`: there are more than `totalItems`, and nobody counted them. */
export type LessonSearchAnswer = {
  ids: string[];
  page: number;
  perPage: number;
  totalItems: number;
  hasMore: boolean;
};
