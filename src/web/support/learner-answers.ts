import * as texts from '#texts/support.ts';
import type { HelpAnswer } from './help-answer.ts';

/** About finding and holding a time. */
export const bookingAnswers: readonly HelpAnswer[] = [
  {
    question: texts.howToBookQuestion,
    answer: texts.howToBookAnswer,
  },
  {
    question: texts.holdTimeQuestion,
    answer: texts.holdTimeAnswer,
  },
  {
    question: texts.timeTakenQuestion,
    answer: texts.timeTakenAnswer,
  },
  {
    question: texts.whenConfirmedQuestion,
    answer: texts.whenConfirmedAnswer,
  },
  {
    question: texts.howFarAheadQuestion,
    answer: texts.howFarAheadAnswer,
  },
  {
    question: texts.lessonsAWeekQuestion,
    answer: texts.lessonsAWeekAnswer,
  },
  {
    question: texts.lessonLengthQuestion,
    answer: texts.lessonLengthAnswer,
  },
  {
    question: texts.pickupPlacesQuestion,
    answer: texts.pickupPlacesAnswer,
  },
];

/** About cancelling, moving and getting money back. */
export const changeAnswers: readonly HelpAnswer[] = [
  {
    question: texts.moneyBackQuestion,
    answer: texts.moneyBackAnswer,
  },
  {
    question: texts.wrongTimeQuestion,
    answer: texts.wrongTimeAnswer,
  },
  {
    question: texts.illnessQuestion,
    answer: texts.illnessAnswer,
  },
  {
    question: texts.instructorCancelsQuestion,
    answer: texts.instructorCancelsAnswer,
  },
  {
    question: texts.movingQuestion,
    answer: texts.movingAnswer,
  },
  {
    question: texts.refundTimeQuestion,
    answer: texts.refundTimeAnswer,
  },
  {
    question: texts.firstLessonGuaranteeQuestion,
    answer: texts.firstLessonGuaranteeAnswer,
  },
  {
    question: texts.laterLessonQuestion,
    answer: texts.laterLessonAnswer,
  },
];

/** About prices and paying. */
export const paymentAnswers: readonly HelpAnswer[] = [
  {
    question: texts.learnerFeeQuestion,
    answer: texts.learnerFeeAnswer,
  },
  { question: texts.waysToPayQuestion, answer: texts.waysToPayAnswer },
  {
    question: texts.cardDeclinedQuestion,
    answer: texts.cardDeclinedAnswer,
  },
  {
    question: texts.brokenOffPaymentQuestion,
    answer: texts.brokenOffPaymentAnswer,
  },
  {
    question: texts.latePayNowQuestion,
    answer: texts.latePayNowAnswer,
  },
  {
    question: texts.whoHoldsMoneyQuestion,
    answer: texts.whoHoldsMoneyAnswer,
  },
  {
    question: texts.receiptQuestion,
    answer: texts.receiptAnswer,
  },
];

/** About driving itself. */
export const lessonAnswers: readonly HelpAnswer[] = [
  {
    question: texts.startCodeQuestion,
    answer: texts.startCodeAnswer,
  },
  {
    question: texts.learnerLateQuestion,
    answer: texts.learnerLateAnswer,
  },
  {
    question: texts.instructorLateQuestion,
    answer: texts.instructorLateAnswer,
  },
  {
    question: texts.progressQuestion,
    answer: texts.progressAnswer,
  },
  {
    question: texts.practicalTestQuestion,
    answer: texts.practicalTestAnswer,
  },
  {
    question: texts.demeritPointsQuestion,
    answer: texts.demeritPointsAnswer,
  },
];
