import type { LessonState } from '#rules/lessons/lesson-states.ts';
import type { SkillProgress } from './dashboard.ts';
import type { PageOf } from './page-of.ts';

/** What `GET /api/marketplace/students` answers. */
export type StudentsAnswer = PageOf<Student>;

/** Somebody whom the signed-in instructor teaches or has taught. Instants are ISO text in UTC. */
export type Student = {
  /** By account, or by their line in the book. */
  learner: { id: string; name: string; avatarUrl: string };
  /** Their line in the instructor's book, where the instructor brought them along. */
  ownLearner: string | null;
  /** What an own learner still has to pay the instructor for lessons that began; negative: paid ahead. */
  owedCents: number | null;
  /** What is left of the packages that they bought of this instructor. */
  packageMinutes: number;
  completedLessons: number;
  completedMinutes: number;
  since: string;
  lastLessonStart: string | null;
  nextLesson: { id: string; start: string } | null;
  /** The newest level of each skill that this instructor logged. */
  skills: SkillProgress[];
};

/** What `GET /api/marketplace/students/{id}` answers: one student with all that their instructor knows. */
export type StudentAnswer = Omit<Student, 'ownLearner'> & {
  hasAccount: boolean;
  ownLearner: OwnLearner | null;
  /** Empty where the two don't know each other's. */
  phone: string;
  note: { id: string; text: string } | null;
  skillHistory: SkillOverTime[];
  /** The latest first. */
  lessons: TaughtLesson[];
  payments: OwnPayment[];
  before: RecordBefore[];
};

/** A line in the instructor's book; the address to join by is empty once they have. */
export type OwnLearner = {
  id: string;
  name: string;
  phone: string;
  note: string;
  hasJoined: boolean;
  inviteUrl: string;
};

/** A skill with every level that was written down of it, earliest lesson first. */
export type SkillOverTime = SkillProgress & { levels: Array<{ start: string; level: number; percent: number }> };

/** A lesson that the student has, had or missed. */
export type TaughtLesson = {
  id: string;
  start: string;
  end: string;
  durationMinutes: number;
  status: LessonState;
  isTaught: boolean;
  priceCents: number;
  /** Paid to the instructor, not through the product. */
  isPaidByHand: boolean;
  /** What came in for it through the product, less what went back. */
  paidCents: number;
  log: {
    skills: Array<{ skill: string; level: number }>;
    notes: string;
    mockTest: { points: number; failed: boolean } | null;
  } | null;
};

/** What an own learner paid to the instructor. */
export type OwnPayment = { id: string; amountCents: number; method: 'cash' | 'paynow'; paidOn: string; note: string };

/** What an instructor who taught a learner before wrote down. */
export type RecordBefore = {
  instructorName: string;
  handedOverAt: string;
  skillHistory: SkillOverTime[];
  lessons: Array<Pick<TaughtLesson, 'id' | 'start' | 'durationMinutes' | 'log'>>;
};

/** What `POST /api/marketplace/own-learners/join` answers: whose book the learner stands in. */
export type JoinAnswer = { instructor: string; instructorName: string };
