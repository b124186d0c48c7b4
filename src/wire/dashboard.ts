import type { AdviceLine } from './pickup-advice.ts';
import type { RoadAnswer } from './road.ts';

/**
 * What `GET /api/marketplace/dashboard?view=learner|instructor` answers: a LearnerDashboardAnswer or an InstructorDashboardAnswer (401 for
 * guests). Instants are ISO text in UTC, money is integer cents, names are as the record calls name them. A person without an
 * instructor profile who asks for the instructor's view gets `instructor: null` and empty lists.
 */

/** Lessons of the signed-in learner, seen from his side. */
export type LearnerDashboardAnswer = {
  view: 'learner';
  /** When the answer was made, by the product's clock. */
  generatedAt: string;
  /** The first lesson that is under way or still to come (`requested`, `confirmed`, `in_progress`), or null. */
  nextLesson: LearnerLesson | null;
  /** Where to meet and where one may not stop around the pick-up of `nextLesson`, then. */
  pickupAdvice: AdviceLine[];
  /** Lessons to come after `nextLesson`, soonest first, at most 50; holds are not among them. */
  upcoming: LearnerLesson[];
  /** The lesson that the learner is asked about (domain rule 24), or null. */
  askedAbout: { lesson: string; start: string; instructorName: string; timezone: string } | null;
  /** Lessons that are over or off, latest first, at most 50. */
  history: PastLesson[];
  /** Progress by skill of the syllabus, newest levels; empty until an instructor has logged one. */
  skills: SkillProgress[];
  /** How far on the road to a licence. */
  road: RoadAnswer;
  /** Instructors to find again who can be booked, saved last first, at most 12. */
  saved: SavedInstructor[];
  totals: {
    completedLessons: number;
    completedMinutes: number;
    /** Booked or asked for, and not begun. */
    upcomingLessons: number;
    instructors: number;
    /** Paid minus given back, over all lessons. */
    spentCents: number;
  };
};

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
  cancellationHours: number;
  /** The four digits the learner says in the car; empty before the lesson is confirmed. */
  startCode: string;
  instructor: InstructorFace;
};

/** The instructor as a learner sees him on a lesson. */
export type InstructorFace = {
  id: string;
  name: string;
  /** A path such as `/api/files/instructors/<id>/<file>`, or empty. */
  photoUrl: string;
  vehiclePlate: string;
  vehicleModel: string;
  timezone: string;
  /** Empty unless the lesson is confirmed and ended less than 24 hours ago (domain rule 30). */
  phone: string;
};

export type PastLesson = DashboardLesson & {
  /** The phone until a day after the lesson, then empty. */
  instructor: { id: string; name: string; photoUrl: string; timezone: string; phone: string };
  /** The learner's own rating, 1 to 5, or null when he gave none. */
  rating: number | null;
};

/** A saved instructor as the dashboard shows one. */
export type SavedInstructor = {
  id: string;
  name: string;
  /** A path such as `/api/files/instructors/<id>/<file>`, or empty. */
  photoUrl: string;
  licenceClasses: string[];
  hourlyCents: number;
  /** Evenings or weekends cost more. */
  hasSurcharges: boolean;
};

/** One skill: its level 1 to 5 (Introduced, Helped, Prompted, Independent, Reflection) and the same as 20 to 100 percent. */
export type SkillProgress = { skill: string; name: string; group: string; level: number; percent: number };

/** The signed-in instructor's own days, people and money. Local days are those of the instructor's zone. */
export type InstructorDashboardAnswer = {
  view: 'instructor';
  generatedAt: string;
  /** Null: the signed-in person has no instructor profile. */
  instructor: InstructorSummary | null;
  today: InstructorDay;
  tomorrow: InstructorDay;
  /** Lessons after tomorrow, soonest first, at most 50. */
  upcoming: InstructorLesson[];
  totals: {
    /** Learners with at least one booked or past lesson. */
    students: number;
    /** The plain mean of published reviews, or null without any. */
    averageRating: number | null;
    ratingCount: number;
    /** Booked lessons that have not begun; those that wait for the instructor's answer are counted apart. */
    upcomingLessons: number;
    requestedLessons: number;
    /** Lessons of the local month that took place or are booked. */
    lessonsThisMonth: number;
    /** What those lessons earn: their price less the platform's fee where it is already known. */
    earnedThisMonthCents: number;
  };
  /** Learners, the one with the latest or next lesson first, at most 200. */
  roster: RosterEntry[];
};

export type InstructorSummary = {
  id: string;
  name: string;
  photoUrl: string;
  status: string;
  timezone: string;
  /** The last day of what was checked, as a local date, after which nothing can be booked; empty where nothing ends. */
  licenceExpiresOn: string;
  ratingShown: number | null;
};

/**
 * A local date and its lessons in order of time: requested, confirmed, in progress, completed and no-shows. Today has one that began before midnight and ends
 * after it, too; tomorrow has not what is among those of today.
 */
export type InstructorDay = { date: string; totalCents: number; lessons: InstructorLesson[] };

/** Before the confirmation and from 24 hours after the lesson, `pickup` is only the town and `postalCode` empty. */
export type InstructorLesson = DashboardLesson & { learner: LearnerFace };

export type LearnerFace = {
  id: string;
  name: string;
  avatarUrl: string;
  /** Empty unless the lesson is confirmed and ended less than 24 hours ago (domain rule 30). */
  phone: string;
  /** A learner of the instructor's own book without an account: nobody can write to them here. */
  isOwn: boolean;
};

export type RosterEntry = {
  learner: { id: string; name: string; avatarUrl: string };
  completedLessons: number;
  completedMinutes: number;
  lastLessonStart: string | null;
  nextLessonStart: string | null;
};
