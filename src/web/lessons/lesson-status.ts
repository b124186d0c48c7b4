import type { LessonStatus } from './lesson-record.ts';

type Tone = 'green' | 'amber' | 'red' | 'grey';

/** The word for each state, and the tone that helps it. */
const words: Record<LessonStatus, { word: string; tone: Tone }> = {
  held: { word: 'Held, not paid', tone: 'amber' },
  requested: { word: 'Waiting for the instructor', tone: 'amber' },
  confirmed: { word: 'Confirmed', tone: 'green' },
  in_progress: { word: 'Going on now', tone: 'green' },
  completed: { word: 'Completed', tone: 'green' },
  closed: { word: 'Completed', tone: 'green' },
  expired: { word: 'Not paid in time', tone: 'grey' },
  declined: { word: 'Declined', tone: 'grey' },
  cancelled_by_learner: { word: 'Cancelled by learner', tone: 'grey' },
  cancelled_by_instructor: { word: 'Cancelled by instructor', tone: 'red' },
  no_show_learner: { word: 'Learner did not come', tone: 'red' },
  no_show_instructor: { word: 'Instructor did not come', tone: 'red' },
  disputed: { word: 'Claim open', tone: 'amber' },
};

/** How a lesson's state is said and shown, to its learner or its instructor; an unknown one by its own name. */
export function statusWords(
  status: string,
  reader: 'learner' | 'instructor' = 'learner',
): { word: string; tone: Tone } {
  if (status === 'requested' && reader === 'instructor') return { word: 'Waiting for your answer', tone: 'amber' };
  return Object.hasOwn(words, status)
    ? words[status as LessonStatus]
    : { word: status.replaceAll('_', ' '), tone: 'grey' };
}
