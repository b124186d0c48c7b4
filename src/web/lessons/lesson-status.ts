import * as texts from '#texts/lessons.ts';
import type { LessonStatus } from './lesson-record.ts';

type Tone = 'green' | 'amber' | 'red' | 'grey';

/** The word for each state, and the tone that helps it. */
const words: Record<LessonStatus, { word: string; tone: Tone }> = {
  held: { word: texts.heldNotPaid, tone: 'amber' },
  requested: { word: texts.waitingForTheInstructor, tone: 'amber' },
  confirmed: { word: texts.confirmed, tone: 'green' },
  in_progress: { word: texts.goingOnNow, tone: 'green' },
  completed: { word: texts.completed, tone: 'green' },
  closed: { word: texts.completed, tone: 'green' },
  expired: { word: texts.notPaidInTime, tone: 'grey' },
  declined: { word: texts.declined, tone: 'grey' },
  cancelled_by_learner: { word: texts.cancelledByLearner, tone: 'grey' },
  cancelled_by_instructor: { word: texts.cancelledByInstructor, tone: 'red' },
  no_show_learner: { word: texts.learnerDidNotCome, tone: 'red' },
  no_show_instructor: { word: texts.instructorDidNotCome, tone: 'red' },
  disputed: { word: texts.inDispute, tone: 'amber' },
};

/** How a lesson's state is said and shown, to its learner or its instructor; an unknown one by its own name. */
export function statusWords(
  status: string,
  reader: 'learner' | 'instructor' = 'learner',
): { word: string; tone: Tone } {
  if (status === 'requested' && reader === 'instructor') return { word: texts.waitingForYourAnswer, tone: 'amber' };
  return Object.hasOwn(words, status)
    ? words[status as LessonStatus]
    : { word: status.replaceAll('_', ' '), tone: 'grey' };
}
