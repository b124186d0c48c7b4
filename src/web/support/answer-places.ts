import * as texts from '#texts/support.ts';

/** Where one does what an answer explains. */
const places: ReadonlyArray<[path: string, name: string, questions: readonly string[]]> = [
  ['/dashboard/book-lesson', texts.pageBookLesson, [texts.howToBookQuestion]],
  [
    '/dashboard',
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
    '/dashboard/lesson-history',
    texts.pageHistory,
    [
      texts.firstLessonGuaranteeQuestion,
      texts.laterLessonQuestion,
      texts.receiptQuestion,
      texts.otherPersonQuestion,
      texts.otherCarQuestion,
    ],
  ],
  ['/dashboard/hand-overs', texts.pageHandOvers, [texts.otherInstructorQuestion]],
  ['/dashboard/credit', texts.pageCredit, [texts.illnessQuestion, texts.instructorCancelsQuestion]],
  ['/dashboard/packages', texts.pagePackages, [texts.hoursInAdvanceQuestion]],
  ['/dashboard/waitlist', texts.pageWaitlist, [texts.noTimeSuitsQuestion]],
  ['/dashboard/road', texts.pageRoad, [texts.practicalTestQuestion, texts.provisionalLicenceQuestion]],
  ['/dashboard/messages', texts.pageMessages, [texts.writingQuestion]],
  ['/dashboard/notifications', texts.pageNotifications, [texts.channelsQuestion, texts.noMailsQuestion]],
  ['/dashboard/profile', texts.pageProfile, [texts.emailChangeQuestion]],
  ['/dashboard/settings', texts.pageSettings, [texts.knownPasswordQuestion]],
  ['/dashboard/help/new', texts.pageAsk, [texts.notSafeQuestion]],
  ['/dashboard/earnings', texts.pageEarnings, [texts.payoutQuestion]],
  ['/dashboard/schedule', texts.pageSchedule, [texts.workingHoursQuestion]],
  ['/dashboard/teach', texts.pageTeach, [texts.acceptingBookingsQuestion]],
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
