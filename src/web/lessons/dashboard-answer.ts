import type { AdviceLine } from '../pickup-advice/PickupAdvice.tsx';
import type { Road } from '../road/road-answer.ts';
import type { SavedInstructor } from '../saved/SavedSection.tsx';

/** What `GET /api/marketplace/dashboard` answers, as the pages use it. Instants are ISO text in UTC, money is integer cents. */
export type DashboardLesson = {
  id: string;
  start: string;
  end: string;
  durationMinutes: number;
  status: string;
  /** Until when the instructor can answer a lesson that was asked for; null for others. */
  requestExpiresAt: string | null;
  pickup: string;
  postalCode: string;
  note: string;
  priceCents: number;
};

export type LearnerLesson = DashboardLesson & {
  /** Empty before the lesson is confirmed. */
  startCode: string;
  instructor: {
    id: string;
    name: string;
    photoUrl: string;
    vehiclePlate: string;
    vehicleModel: string;
    timezone: string;
    /** Empty unless the lesson is confirmed. */
    phone: string;
  };
};

export type PastLesson = DashboardLesson & {
  /** The phone until a day after the lesson, then empty. */
  instructor: { id: string; name: string; photoUrl: string; timezone: string; phone: string };
  /** The learner's own rating, 1 to 5, or null. */
  rating: number | null;
};

export type SkillProgress = { skill: string; name: string; group: string; level: number; percent: number };

export type LearnerAnswer = {
  view: 'learner';
  nextLesson: LearnerLesson | null;
  /** Of the next lesson's pick-up. */
  pickupAdvice: AdviceLine[];
  upcoming: LearnerLesson[];
  askedAbout: { lesson: string; start: string; instructorName: string; timezone: string } | null;
  history: PastLesson[];
  skills: SkillProgress[];
  road: Road;
  saved: SavedInstructor[];
  totals: { completedLessons: number; completedMinutes: number; upcomingLessons: number; instructors: number };
};

export type InstructorLesson = DashboardLesson & {
  /** `isOwn`: of the instructor's own book, without an account. */
  learner: { id: string; name: string; avatarUrl: string; phone: string; isOwn?: boolean };
};

export type InstructorDay = { date: string; totalCents: number; lessons: InstructorLesson[] };

export type RosterEntry = {
  learner: { id: string; name: string; avatarUrl: string };
  completedLessons: number;
  completedMinutes: number;
  lastLessonStart: string | null;
  nextLessonStart: string | null;
};

export type InstructorAnswer = {
  view: 'instructor';
  /** Null: the signed-in person has no instructor profile. */
  instructor: {
    id: string;
    name: string;
    photoUrl: string;
    status: string;
    timezone: string;
    /** The last day of what was checked, as a local date; empty where nothing ends. */
    licenceExpiresOn: string;
  } | null;
  today: InstructorDay;
  tomorrow: InstructorDay;
  upcoming: InstructorLesson[];
  totals: {
    students: number;
    averageRating: number | null;
    ratingCount: number;
    upcomingLessons: number;
    /** Lessons that wait for an answer; unknown of a day that an earlier version kept on the device. */
    requestedLessons?: number;
    lessonsThisMonth: number;
    earnedThisMonthCents: number;
  };
  roster: RosterEntry[];
};
