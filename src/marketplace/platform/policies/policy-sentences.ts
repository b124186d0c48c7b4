import { provisionalLicenceYears } from '#rules/licence/licence-road.ts';
import { formatCents } from '#rules/money/format-cents.ts';
import type { PolicyValues } from '#rules/policies/policy-values.ts';
import { formatHour, formatUnit, formatWeekday, formatWholeHours, formatWholeWeeks } from '#texts/format-number.ts';
import * as texts from '#texts/policies.ts';

const minutes = (count: number) => formatUnit(count, 'minute');
const hours = (count: number) => formatUnit(count, 'hour');
const days = (count: number) => formatUnit(count, 'day');
const months = (count: number) => formatUnit(count, 'month');
const years = (count: number) => formatUnit(count, 'year');

/**
 * The rules of a version in words, made from its figures: a sentence or two by the rule's number. English, as all that the API answers.
 */
export function policySentences(values: PolicyValues): Record<string, string> {
  return {
    ...bookingSentences(values),
    ...changeSentences(values),
    ...claimSentences(values),
    ...moneySentences(values),
    ...trustSentences(values),
  };
}

function bookingSentences(v: PolicyValues): Record<string, string> {
  return {
    1: texts.holding({ hold: minutes(v.holdMinutes) }),
    2: texts.requests({
      lapse: hours(v.requestLapseHours),
      lapseShort: hours(v.requestLapseShortHours),
      below: hours(v.requestShortBelowHours),
    }),
    3: texts.noticeAndHorizon({
      notice: formatWholeHours(v.noticeMinutes),
      horizon: formatWholeWeeks(v.horizonDays),
      gap: minutes(v.gapMinutes),
    }),
    4: texts.learnerWeek({ lessons: v.learnerWeekLessons }),
    29: texts.prerequisites({ age: provisionalLicenceYears }),
    31: texts.waitlist({ entries: v.waitlistEntries, offers: v.waitlistOffers, round: minutes(v.waitlistMinutes) }),
  };
}

function changeSentences(v: PolicyValues): Record<string, string> {
  const [first, ...later] = v.tiers;
  const free = first?.hoursBefore ?? 0;
  const kept = formatCents(v.refillKeepCents);
  const steps = later.map(({ hoursBefore, refundPercent }) =>
    texts.partUntil({ percent: String(refundPercent), hours: hours(hoursBefore) }),
  );
  return {
    5: texts.cancelFree({
      free: hours(free),
      percent: String(first?.refundPercent ?? 0),
      badge: `${free + v.badgeEarlierHours} h`,
      earlier: hours(v.badgeEarlierHours),
    }),
    6: steps.length > 0 ? texts.cancelLate({ steps: steps.join(', '), kept }) : texts.cancelLateNothing({ kept }),
    7: texts.mercy({
      passes: v.mercyPasses,
      months: months(v.mercyMonths),
      percent: v.mercyInstructorPercent,
      waive: days(v.waiveDays),
    }),
    8: texts.grace({ grace: minutes(v.graceMinutes), beyond: hours(v.graceBeyondHours) }),
    9: texts.moving({ moves: v.maxReschedules, answer: hours(v.rescheduleAnswerHours) }),
    10: texts.absence({ wait: minutes(v.noShowAfterMinutes), contest: hours(v.contestHours) }),
    12: texts.instructorReliability({
      days: days(v.reliabilityDays),
      warnAt: v.instructorWarnAt,
      hideAt: v.instructorHideAt,
      hidden: days(v.instructorHideDays),
      same: v.sameLearnerCancels,
      appeal: days(v.appealDays),
    }),
    13: texts.learnerReliability({ days: days(v.reliabilityDays), missed: v.learnerPrepayAt }),
    11: texts.instructorCancels({
      credit: formatCents(v.goodwillCents),
      below: hours(v.goodwillBelowHours),
      first: v.goodwillByPlatform,
      owed: formatCents(v.goodwillCents * v.goodwillByPlatform),
    }),
  };
}

function claimSentences(v: PolicyValues): Record<string, string> {
  return {
    14: texts.firstLesson({ claim: hours(v.firstLessonClaimHours), times: v.firstLessonClaims }),
    15: texts.laterClaim({
      claim: hours(v.claimHours),
      talk: hours(v.talkHours),
      evidence: days(v.evidenceDays),
      decision: v.decisionWorkingDays,
    }),
    16: texts.safety,
  };
}

function moneySentences(v: PolicyValues): Record<string, string> {
  return {
    17: texts.noTimes({ span: days(v.noSlotsDays) }),
    18: texts.packages({ months: months(v.packageValidMonths) }),
    19: texts.packageCap({ hours: formatWholeHours(v.packageMaxMinutes) }),
    20: texts.fee({
      first: v.feeFirstPercent,
      hours: v.feeFirstHours,
      later: v.feeLaterPercent,
      cap: formatCents(v.feeCapCents),
    }),
    21: texts.payout({
      close: hours(v.autoCloseHours),
      payable: hours(v.payoutAfterHours),
      weekday: formatWeekday(v.payoutWeekday),
      minimum: formatCents(v.payoutMinimumCents),
    }),
    22: texts.refunds({ days: v.refundWorkingDays, payNowDays: v.paynowRefundDays }),
    23: texts.counting,
  };
}

function trustSentences(v: PolicyValues): Record<string, string> {
  const reminders = [...v.documentReminderDays];
  return {
    24: texts.reviews({ window: days(v.reviewDays), reply: days(v.reviewReplyDays) }),
    25: texts.rating({
      reviews: v.ratingMinReviews,
      recent: months(v.ratingRecentMonths),
      weight: v.ratingRecentWeight,
      prior: v.ratingPriorWeight,
      mean: v.ratingPriorMean.toFixed(1),
    }),
    26: texts.moderation({ days: v.moderationWorkingDays }),
    27: texts.ranking,
    28: texts.papers({ first: days(reminders[0] ?? 0), last: days(reminders.at(-1) ?? 0) }),
    30: texts.contacts({ contact: hours(v.contactHours) }),
    32: texts.keeping({
      booking: years(v.bookingYears),
      chat: months(v.chatMonths),
      address: days(v.addressDays),
      images: days(v.imageDays),
    }),
    33: texts.support({
      from: formatHour(v.supportFromHour),
      to: formatHour(v.supportToHour),
      answer: hours(v.supportAnswerHours),
    }),
  };
}
