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

/** Who reads of a lesson. */
export type LessonReader = 'learner' | 'instructor' | 'staff';

/** What is said otherwise to the one whom a state is about. */
const ownWords: Partial<Record<LessonReader, Partial<Record<string, string>>>> = {
  learner: { cancelled_by_learner: texts.cancelledByYou, no_show_learner: texts.youDidNotCome },
  instructor: {
    requested: texts.waitingForYourAnswer,
    cancelled_by_instructor: texts.cancelledByYou,
    no_show_instructor: texts.youDidNotCome,
  },
};

/** How a lesson's state is said and shown to who reads it; an unknown one by its own name. */
export function statusWords(status: string, reader: LessonReader): { word: string; tone: Tone } {
  if (!Object.hasOwn(words, status)) return { word: status.replaceAll('_', ' '), tone: 'grey' };
  const { word, tone } = words[status as LessonStatus];
  return { word: ownWords[reader]?.[status] ?? word, tone };
}
