import { dashboardPath, notificationsPath, profilePath, settingsPath } from '#rules/paths/account-paths.ts';
import { bookLessonPath } from '#rules/paths/booking-path.ts';
import { askPath } from '#rules/paths/help-paths.ts';
import { handOversPath, roadPath, waitlistPath } from '#rules/paths/learner-paths.ts';
import { lessonHistoryPath } from '#rules/paths/lesson-paths.ts';
import { messagesPath } from '#rules/paths/message-paths.ts';
import { creditPath, earningsPath, packagesPath } from '#rules/paths/money-paths.ts';
import { schedulePath, teachPath } from '#rules/paths/teaching-paths.ts';
import * as texts from '#texts/support.ts';

/** Where one does what an answer explains. */
const places: ReadonlyArray<[path: string, name: string, questions: readonly string[]]> = [
  [bookLessonPath, texts.pageBookLesson, [texts.howToBookQuestion]],
  [
    dashboardPath,
    texts.pageDashboard,
    [
      texts.moneyBackQuestion,
      texts.wrongTimeQuestion,
      texts.movingQuestion,
      texts.startCodeQuestion,
      texts.learnerLateQuestion,
      texts.instructorLateQuestion,
      texts.progressQuestion,
      texts.learnerMissingQuestion,
      texts.startAndFinishQuestion,
    ],
  ],
  [
    lessonHistoryPath,
    texts.pageHistory,
    [
      texts.firstLessonGuaranteeQuestion,
      texts.laterLessonQuestion,
      texts.receiptQuestion,
      texts.otherPersonQuestion,
      texts.otherCarQuestion,
    ],
  ],
  [handOversPath, texts.pageHandOvers, [texts.otherInstructorQuestion]],
  [creditPath, texts.pageCredit, [texts.illnessQuestion, texts.instructorCancelsQuestion]],
  [packagesPath, texts.pagePackages, [texts.hoursInAdvanceQuestion]],
  [waitlistPath, texts.pageWaitlist, [texts.noTimeSuitsQuestion]],
  [roadPath, texts.pageRoad, [texts.practicalTestQuestion, texts.provisionalLicenceQuestion]],
  [messagesPath, texts.pageMessages, [texts.writingQuestion]],
  [notificationsPath, texts.pageNotifications, [texts.channelsQuestion, texts.noMailsQuestion]],
  [profilePath, texts.pageProfile, [texts.emailChangeQuestion]],
  [settingsPath, texts.pageSettings, [texts.knownPasswordQuestion]],
  [askPath, texts.pageAsk, [texts.notSafeQuestion]],
  [earningsPath, texts.pageEarnings, [texts.payoutQuestion]],
  [schedulePath, texts.pageSchedule, [texts.workingHoursQuestion]],
  [teachPath, texts.pageTeach, [texts.acceptingBookingsQuestion]],
  ['/forgot-password', texts.pageForgotten, [texts.forgottenPasswordQuestion]],
  [
    '/instructors',
    texts.pageSearch,
    [texts.pickupPlacesQuestion, texts.lessonLengthQuestion, texts.licenceClassQuestion],
  ],
  ['/teach', texts.pageTeaching, [texts.whoCanTeachQuestion, texts.instructorFeeQuestion]],
  ['/terms', texts.pageTerms, [texts.kerbsideQuestion]],
  ['/privacy', texts.pagePrivacy, [texts.nricQuestion, texts.whatIsKeptQuestion]],
];

/** The page on which one does what the answer to a question explains; undefined where there is nothing to do. */
export function placeOfAnswer(question: string): { path: string; name: string } | undefined {
  const place = places.find(([, , questions]) => questions.includes(question));
  return place && { path: place[0], name: place[1] };
}
