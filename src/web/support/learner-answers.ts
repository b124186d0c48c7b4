import * as texts from '#texts/support.ts';
import type { HelpAnswer } from './help-answer.ts';

/** About finding and holding a time. */
export const bookingAnswers: readonly HelpAnswer[] = [
  {
    question: texts.howDoIBookA,
    answer: texts.openBookALessonChoose,
  },
  {
    question: texts.howLongIsATime,
    answer: texts.fifteenMinutesFromTheMoment,
  },
  {
    question: texts.somebodyTookTheTimeWhile,
    answer: texts.nothingWasChargedYouAre,
  },
  {
    question: texts.whenIsMyLessonConfirmed,
    answer: texts.withMostInstructorsAtOnce,
  },
  {
    question: texts.howFarAheadCanI,
    answer: texts.upToEightWeeksAnd,
  },
  {
    question: texts.howManyLessonsCanI,
    answer: texts.threeUnlessYourInstructor,
  },
  {
    question: texts.howLongIsALesson,
    answer: texts.instructorsOffer6090Or,
  },
  {
    question: texts.whereCanIBePicked,
    answer: texts.atAnyPlaceInThe,
  },
];

/** About cancelling, moving and getting money back. */
export const changeAnswers: readonly HelpAnswer[] = [
  {
    question: texts.whatDoIGetBack,
    answer: texts.allOfItUntil24,
  },
  {
    question: texts.iBookedTheWrongTime,
    answer: texts.notWithin30MinutesOf,
  },
  {
    question: texts.iFellIllOnThe,
    answer: texts.onceInSixMonthsA,
  },
  {
    question: texts.whatHappensWhenTheInstructor,
    answer: texts.youGetEverythingBackAt,
  },
  {
    question: texts.canIMoveALesson,
    answer: texts.yesTwiceForEachLesson,
  },
  {
    question: texts.howLongDoesARefund,
    answer: texts.weSendItBackAt,
  },
  {
    question: texts.myFirstLessonWithAn,
    answer: texts.tellUsWithin48Hours,
  },
  {
    question: texts.whatIfALaterLesson,
    answer: texts.talkToTheInstructorFirst,
  },
];

/** About prices and paying. */
export const paymentAnswers: readonly HelpAnswer[] = [
  {
    question: texts.isThereAFeeFor,
    answer: texts.noThePriceYouSee,
  },
  { question: texts.howCanIPay, answer: texts.byCardOrWithA },
  {
    question: texts.myCardWasDeclinedIs,
    answer: texts.noTheHoldGoesOn,
  },
  {
    question: texts.thePageBrokeOffWhile,
    answer: texts.noOpenTheBookingAgain,
  },
  {
    question: texts.iPaidByPayNowAfter,
    answer: texts.onItsWayBackTo,
  },
  {
    question: texts.whoHoldsMyMoneyUntil,
    answer: texts.aLicensedPaymentProviderThe,
  },
  {
    question: texts.whereDoIFindMy,
    answer: texts.onThePageOfThe,
  },
];

/** About driving itself. */
export const lessonAnswers: readonly HelpAnswer[] = [
  {
    question: texts.whatIsTheStartCode,
    answer: texts.fourDigitsOnYourTicket,
  },
  {
    question: texts.whatHappensWhenIAm,
    answer: texts.theInstructorWaits15Minutes,
  },
  {
    question: texts.theInstructorIsLateWhat,
    answer: texts.theLostTimeIsMade,
  },
  {
    question: texts.whereDoISeeWhat,
    answer: texts.onYourDashboardAfterEach,
  },
  {
    question: texts.whenCanIBookThe,
    answer: texts.withAValidProvisionalLicence,
  },
  {
    question: texts.howManyDemeritPointsMay,
    answer: texts.eighteenAtMostWithTwenty,
  },
];
