/** All states of a lesson (docs/api.md). */
export const lessonStates = [
  'held',
  'requested',
  'confirmed',
  'in_progress',
  'completed',
  'closed',
  'expired',
  'declined',
  'cancelled_by_learner',
  'cancelled_by_instructor',
  'no_show_learner',
  'no_show_instructor',
  'disputed',
] as const;

export type LessonState = (typeof lessonStates)[number];

/** Sets of states that more than one place asks for, by what they have in common. */
export const lessonSets = {
  /** Takes its time: no other lesson of its instructor or learner may overlap it. */
  occupying: [
    'held',
    'requested',
    'confirmed',
    'in_progress',
    'completed',
    'closed',
    'disputed',
    'no_show_learner',
    'no_show_instructor',
  ],
  /** Paid, and neither sent back whole nor called off. */
  paid: [
    'requested',
    'confirmed',
    'in_progress',
    'completed',
    'closed',
    'disputed',
    'no_show_learner',
    'no_show_instructor',
  ],
  /** Both sides said yes: they know each other's numbers, and it counts in figures. */
  agreed: ['confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_learner', 'no_show_instructor'],
  /** Not begun yet. */
  upcoming: ['requested', 'confirmed'],
  /** Ahead or going on. */
  coming: ['requested', 'confirmed', 'in_progress'],
  /** Ahead, going on, or about to be paid. */
  active: ['held', 'requested', 'confirmed', 'in_progress'],
  /** Something about it is still to be done; its people can't leave yet. */
  open: ['requested', 'confirmed', 'in_progress', 'disputed'],
  /** Both sat in the car. */
  begun: ['in_progress', 'completed', 'closed', 'disputed'],
  /** Given to its end. */
  taught: ['completed', 'closed'],
  /** Has a place in calendars and on a ticket. */
  booked: ['requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed'],
  /** Booked and answered: the start code, the car and the numbers are shown. */
  shared: ['confirmed', 'in_progress', 'completed', 'closed', 'disputed'],
  /** Its people look for each other at the meeting point, or did a short while ago. */
  meeting: ['confirmed', 'in_progress', 'completed', 'disputed'],
  /** The learner took it up, whatever the instructor did: they may want the same again. */
  takenUp: ['requested', 'confirmed', 'in_progress', 'completed', 'closed', 'disputed', 'no_show_instructor'],
  /** The instructor's hours of it count as work. */
  worked: ['confirmed', 'in_progress', 'completed', 'closed', 'no_show_learner'],
  /** The learner, or the instructor, was certainly there. */
  learnerCame: ['in_progress', 'completed', 'closed', 'disputed', 'no_show_instructor'],
  instructorCame: ['in_progress', 'completed', 'closed', 'disputed', 'no_show_learner'],
  /** The time was kept and not paid. */
  unpaid: ['held', 'expired'],
  missed: ['no_show_learner', 'no_show_instructor'],
  cancelled: ['cancelled_by_learner', 'cancelled_by_instructor'],
  /** Never became a lesson: no money of it is kept. */
  fallenThrough: ['held', 'requested', 'expired', 'declined'],
  /** Ended before it was given. */
  ended: [
    'expired',
    'declined',
    'cancelled_by_learner',
    'cancelled_by_instructor',
    'no_show_learner',
    'no_show_instructor',
  ],
} as const satisfies Record<string, readonly LessonState[]>;

export type LessonSet = keyof typeof lessonSets;

/** Whether a state is one of a set. */
export function isLesson(set: LessonSet, state: string): boolean {
  return (lessonSets[set] as readonly string[]).includes(state);
}
