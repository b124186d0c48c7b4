import * as texts from '#texts/support.ts';
import type { HelpAnswer } from './help-answer.ts';

/** About what Kerbside is and what one needs. */
export const startAnswers: readonly HelpAnswer[] = [
  {
    question: texts.whatIsKerbside,
    answer: texts.aMarketplaceForLicensedPrivate,
  },
  {
    question: texts.whatDoINeedFor,
    answer: texts.youMustBe18Or,
  },
  {
    question: texts.howDoIGetA,
    answer: texts.enrolAtADrivingCentre,
  },
  {
    question: texts.class3OrClass3a,
    answer: texts.class3aIsForCars,
  },
  {
    question: texts.howManyLessonsWillI,
    answer: texts.thatDiffersALot20,
  },
];

/** About messages and what one is told. */
export const messageAnswers: readonly HelpAnswer[] = [
  {
    question: texts.howDoIWriteTo,
    answer: texts.chooseMessageOnTheInstructors,
  },
  {
    question: texts.whyIsAPhoneNumber,
    answer: texts.beforeALessonBetweenYou,
  },
  {
    question: texts.howLongAreMessagesKept,
    answer: texts.twelveMonthsThenTheyAre,
  },
  {
    question: texts.howDoIChooseWhat,
    answer: texts.onTheNotificationsPageBehind,
  },
  {
    question: texts.iGetNoMailsWhat,
    answer: texts.lookIntoTheSpamFolder,
  },
];

/** About the account and one's data. */
export const accountAnswers: readonly HelpAnswer[] = [
  {
    question: texts.iForgotMyPassword,
    answer: texts.chooseForgotPasswordAtSign,
  },
  {
    question: texts.howDoIChangeMy,
    answer: texts.onYourProfileALink,
  },
  {
    question: texts.somebodyElseMayKnowMy,
    answer: texts.setANewOneIn,
  },
  {
    question: texts.doIHaveToGive,
    answer: texts.noNeverKerbsideStoresNo,
  },
  {
    question: texts.whoSeesMyPhoneNumber,
    answer: texts.theOtherSideOfA,
  },
  {
    question: texts.whatIsKeptAndFor,
    answer: texts.bookingsAndPaymentsSevenYears,
  },
];

/** About what must never go wrong. */
export const safetyAnswers: readonly HelpAnswer[] = [
  {
    question: texts.somebodyElseThanThePerson,
    answer: texts.doNotGetInAsk,
  },
  {
    question: texts.theCarOrItsPlate,
    answer: texts.askBeforeYouStartA,
  },
  {
    question: texts.iDoNotFeelSafe,
    answer: texts.endTheLessonWhereIt,
  },
  {
    question: texts.whatDoYouCheckAbout,
    answer: texts.theLicenceItsClassesAnd,
  },
];

/** For instructors. */
export const teachingAnswers: readonly HelpAnswer[] = [
  {
    question: texts.whoCanTeachOnKerbside,
    answer: texts.privateDrivingInstructorsWithA,
  },
  {
    question: texts.whatDoesKerbsideCost,
    answer: texts.nothingForLearnersThatYou,
  },
  {
    question: texts.whenAmIPaid,
    answer: texts.aLessonCanBePaid,
  },
  {
    question: texts.howDoIChangeWhen,
    answer: texts.switchToTheInstructorView,
  },
  {
    question: texts.doIHaveToAccept,
    answer: texts.noSwitchInstantBookingOff,
  },
  {
    question: texts.theLearnerDidNotCome,
    answer: texts.wait15MinutesAfterThat,
  },
  {
    question: texts.howDoIStartAnd,
    answer: texts.openTheLessonEnterThe,
  },
];
