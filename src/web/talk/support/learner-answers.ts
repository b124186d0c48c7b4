import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { formatUnit, formatWholeHours, formatWholeWeeks } from '#texts/format-number.ts';
import * as texts from '#texts/support.ts';
import { formatMoney } from '../../platform/ui/format-money.ts';
import type { HelpAnswer } from './help-answer.ts';

const minutes = (count: number) => formatUnit(count, 'minute');
const hours = (count: number) => formatUnit(count, 'hour');
const days = (count: number) => formatUnit(count, 'day');

/** About finding and holding a time. */
export const bookingAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
  {
    question: texts.howToBookQuestion,
    answer: texts.howToBookAnswer,
  },
  {
    question: texts.holdTimeQuestion,
    answer: texts.holdTimeAnswer({ hold: minutes(v.holdMinutes) }),
  },
  {
    question: texts.weeklyQuestion,
    answer: texts.weeklyAnswer,
  },
  {
    question: texts.timeTakenQuestion,
    answer: texts.timeTakenAnswer,
  },
  {
    question: texts.noTimeSuitsQuestion,
    answer: texts.noTimeSuitsAnswer({
      entries: v.waitlistEntries,
      offers: v.waitlistOffers,
      round: minutes(v.waitlistMinutes),
    }),
  },
  {
    question: texts.whenConfirmedQuestion,
    answer: texts.whenConfirmedAnswer({
      lapse: hours(v.requestLapseHours),
      lapseShort: hours(v.requestLapseShortHours),
      below: hours(v.requestShortBelowHours),
    }),
  },
  {
    question: texts.howFarAheadQuestion,
    answer: texts.howFarAheadAnswer({
      horizon: formatWholeWeeks(v.horizonDays),
      notice: formatWholeHours(v.noticeMinutes),
    }),
  },
  {
    question: texts.lessonsAWeekQuestion,
    answer: texts.lessonsAWeekAnswer({ lessons: v.learnerWeekLessons }),
  },
  {
    question: texts.lessonLengthQuestion,
    answer: texts.lessonLengthAnswer,
  },
  {
    question: texts.pickupPlacesQuestion,
    answer: texts.pickupPlacesAnswer({ contact: hours(v.contactHours), address: days(v.addressDays) }),
  },
];

/** About cancelling, moving and getting money back. */
export const changeAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
  {
    question: texts.moneyBackQuestion,
    answer: moneyBack(v),
  },
  {
    question: texts.wrongTimeQuestion,
    answer: texts.wrongTimeAnswer({ grace: minutes(v.graceMinutes), beyond: hours(v.graceBeyondHours) }),
  },
  {
    question: texts.illnessQuestion,
    answer: texts.illnessAnswer({
      passes: v.mercyPasses,
      months: formatUnit(v.mercyMonths, 'month'),
      percent: v.mercyInstructorPercent,
      waive: days(v.waiveDays),
    }),
  },
  {
    question: texts.instructorCancelsQuestion,
    answer: texts.instructorCancelsAnswer({ below: hours(v.goodwillBelowHours), credit: formatMoney(v.goodwillCents) }),
  },
  {
    question: texts.movingQuestion,
    answer: texts.movingAnswer({ moves: v.maxReschedules, answer: hours(v.rescheduleAnswerHours) }),
  },
  {
    question: texts.refundTimeQuestion,
    answer: texts.refundTimeAnswer({ days: v.refundWorkingDays, payNowDays: v.paynowRefundDays }),
  },
  {
    question: texts.firstLessonGuaranteeQuestion,
    answer: texts.firstLessonGuaranteeAnswer({ claim: hours(v.firstLessonClaimHours), times: v.firstLessonClaims }),
  },
  {
    question: texts.laterLessonQuestion,
    answer: texts.laterLessonAnswer({ claim: hours(v.claimHours), decision: v.decisionWorkingDays }),
  },
];

/** About prices and paying. */
export const paymentAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
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
    answer: texts.whoHoldsMoneyAnswer({ payable: hours(v.payoutAfterHours) }),
  },
  {
    question: texts.hoursInAdvanceQuestion,
    answer: texts.hoursInAdvanceAnswer({
      months: formatUnit(v.packageValidMonths, 'month'),
      most: formatWholeHours(v.packageMaxMinutes),
    }),
  },
  {
    question: texts.receiptQuestion,
    answer: texts.receiptAnswer,
  },
];

/** About driving itself. */
export const lessonAnswers = (v: PolicyValues): readonly HelpAnswer[] => [
  {
    question: texts.startCodeQuestion,
    answer: texts.startCodeAnswer,
  },
  {
    question: texts.learnerLateQuestion,
    answer: texts.learnerLateAnswer({ wait: minutes(v.noShowAfterMinutes) }),
  },
  {
    question: texts.instructorLateQuestion,
    answer: texts.instructorLateAnswer({ wait: minutes(v.noShowAfterMinutes) }),
  },
  {
    question: texts.progressQuestion,
    answer: texts.progressAnswer,
  },
  {
    question: texts.otherInstructorQuestion,
    answer: texts.otherInstructorAnswer,
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

function moneyBack({ tiers, badgeEarlierHours }: PolicyValues): string {
  const steps = tiers.map(({ hoursBefore, refundPercent }) =>
    texts.moneyBackUntil({ percent: String(refundPercent), hours: hours(hoursBefore) }),
  );
  const free = tiers[0]?.hoursBefore ?? 0;
  return texts.moneyBackAnswer({
    steps: steps.join(', '),
    badge: hours(free + badgeEarlierHours),
    free: hours(free),
    earlier: hours(badgeEarlierHours),
  });
}
