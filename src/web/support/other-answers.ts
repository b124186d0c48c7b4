import * as texts from '#texts/support.ts';
import type { HelpAnswer } from './help-answer.ts';

/** About what Kerbside is and what one needs. */
export const startAnswers: readonly HelpAnswer[] = [
  {
    question: texts.kerbsideQuestion,
    answer: texts.kerbsideAnswer,
  },
  {
    question: texts.firstLessonNeedsQuestion,
    answer: texts.firstLessonNeedsAnswer,
  },
  {
    question: texts.provisionalLicenceQuestion,
    answer: texts.provisionalLicenceAnswer,
  },
  {
    question: texts.licenceClassQuestion,
    answer: texts.licenceClassAnswer,
  },
  {
    question: texts.lessonsNeededQuestion,
    answer: texts.lessonsNeededAnswer,
  },
];

/** About messages and what one is told. */
export const messageAnswers: readonly HelpAnswer[] = [
  {
    question: texts.writingQuestion,
    answer: texts.writingAnswer,
  },
  {
    question: texts.hiddenNumbersQuestion,
    answer: texts.hiddenNumbersAnswer,
  },
  {
    question: texts.messagesKeptQuestion,
    answer: texts.messagesKeptAnswer,
  },
  {
    question: texts.channelsQuestion,
    answer: texts.channelsAnswer,
  },
  {
    question: texts.noMailsQuestion,
    answer: texts.noMailsAnswer,
  },
];

/** About the account and one's data. */
export const accountAnswers: readonly HelpAnswer[] = [
  {
    question: texts.forgottenPasswordQuestion,
    answer: texts.forgottenPasswordAnswer,
  },
  {
    question: texts.emailChangeQuestion,
    answer: texts.emailChangeAnswer,
  },
  {
    question: texts.knownPasswordQuestion,
    answer: texts.knownPasswordAnswer,
  },
  {
    question: texts.nricQuestion,
    answer: texts.nricAnswer,
  },
  {
    question: texts.whoSeesNumberQuestion,
    answer: texts.whoSeesNumberAnswer,
  },
  {
    question: texts.whatIsKeptQuestion,
    answer: texts.whatIsKeptAnswer,
  },
];

/** About what must never go wrong. */
export const safetyAnswers: readonly HelpAnswer[] = [
  {
    question: texts.otherPersonQuestion,
    answer: texts.otherPersonAnswer,
  },
  {
    question: texts.otherCarQuestion,
    answer: texts.otherCarAnswer,
  },
  {
    question: texts.notSafeQuestion,
    answer: texts.notSafeAnswer,
  },
  {
    question: texts.instructorChecksQuestion,
    answer: texts.instructorChecksAnswer,
  },
];

/** For instructors. */
export const teachingAnswers: readonly HelpAnswer[] = [
  {
    question: texts.whoCanTeachQuestion,
    answer: texts.whoCanTeachAnswer,
  },
  {
    question: texts.instructorFeeQuestion,
    answer: texts.instructorFeeAnswer,
  },
  {
    question: texts.payoutQuestion,
    answer: texts.payoutAnswer,
  },
  {
    question: texts.workingHoursQuestion,
    answer: texts.workingHoursAnswer,
  },
  {
    question: texts.acceptingBookingsQuestion,
    answer: texts.acceptingBookingsAnswer,
  },
  {
    question: texts.learnerMissingQuestion,
    answer: texts.learnerMissingAnswer,
  },
  {
    question: texts.startAndFinishQuestion,
    answer: texts.startAndFinishAnswer,
  },
];
