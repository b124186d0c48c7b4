/** Cancelling at least `hoursBefore` the start gives back `refundPercent` of the price. */
export type CancellationTier = { hoursBefore: number; refundPercent: number };

/** The figures that decide, a version of the policies at a time. Amounts are integer cents, percentages whole; the unit is the last word. */
export type PolicyValues = {
  /** Rule 1: how long a time is held while its learner pays. */
  holdMinutes: number;
  /** Rule 2: until when a request is answered; the short time where the lesson is less than `requestShortBelowHours` away. */
  requestLapseHours: number;
  requestLapseShortHours: number;
  requestShortBelowHours: number;
  /** Rules 3 and 4: what holds for instructors who did not choose. */
  noticeMinutes: number;
  horizonDays: number;
  gapMinutes: number;
  learnerWeekLessons: number;
  /** Rules 5 and 6: what comes back, the earliest step first; with the badge each step is so many hours earlier. */
  tiers: readonly CancellationTier[];
  badgeEarlierHours: number;
  refillKeepCents: number;
  /** Rule 7: late cancellations forgiven in so many months, and the instructor's part of the fee, which the platform pays. */
  mercyPasses: number;
  mercyMonths: number;
  mercyInstructorPercent: number;
  waiveDays: number;
  /** Rule 8: the free minutes after booking, of lessons further away than so many hours. */
  graceMinutes: number;
  graceBeyondHours: number;
  /** Rule 9. */
  maxReschedules: number;
  rescheduleAnswerHours: number;
  /** Rule 10. */
  noShowAfterMinutes: number;
  contestHours: number;
  /** Rule 11: the credit for a late cancellation by the instructor; the platform pays the first ones out of its fees. */
  goodwillCents: number;
  goodwillBelowHours: number;
  goodwillByPlatform: number;
  /** Rules 12 and 13. */
  reliabilityDays: number;
  instructorWarnAt: number;
  instructorHideAt: number;
  instructorHideDays: number;
  sameLearnerCancels: number;
  appealDays: number;
  learnerPrepayAt: number;
  learnerApprovalAt: number;
  /** Rules 14 and 15. */
  firstLessonClaimHours: number;
  firstLessonClaims: number;
  claimHours: number;
  talkHours: number;
  evidenceDays: number;
  decisionWorkingDays: number;
  /** Rules 17 to 19. */
  noSlotsDays: number;
  packageValidMonths: number;
  packageReminderDays: readonly number[];
  packageSmallPercent: number;
  packageLargePercent: number;
  packageMaxMinutes: number;
  /** Rule 20. */
  feeFirstPercent: number;
  feeFirstHours: number;
  feeLaterPercent: number;
  feeCapCents: number;
  /** Rule 21; `payoutWeekday` counts from Sunday, 0. */
  autoCloseHours: number;
  payoutAfterHours: number;
  payoutWeekday: number;
  payoutMinimumCents: number;
  payoutMaxHoldDays: number;
  /** Rule 22. */
  refundWorkingDays: number;
  paynowRefundDays: number;
  /** Rules 24 to 26. */
  reviewDays: number;
  reviewEveryLessons: number;
  reviewReplyDays: number;
  reviewEditHours: number;
  ratingMinReviews: number;
  ratingPriorMean: number;
  ratingPriorWeight: number;
  ratingRecentMonths: number;
  ratingRecentWeight: number;
  moderationWorkingDays: number;
  /** Rules 28, 30 and 31. */
  documentReminderDays: readonly number[];
  contactHours: number;
  waitlistEntries: number;
  waitlistOffers: number;
  waitlistMinutes: number;
  /** Rules 32 and 33. */
  bookingYears: number;
  chatMonths: number;
  addressDays: number;
  imageDays: number;
  supportFromHour: number;
  supportToHour: number;
  supportAnswerHours: number;
};

/** Version 1 of the policies: the figures that Kerbside began with. */
export const firstPolicyValues: PolicyValues = {
  holdMinutes: 15,
  requestLapseHours: 12,
  requestLapseShortHours: 3,
  requestShortBelowHours: 24,
  noticeMinutes: 720,
  horizonDays: 56,
  gapMinutes: 15,
  learnerWeekLessons: 3,
  tiers: [
    { hoursBefore: 24, refundPercent: 100 },
    { hoursBefore: 12, refundPercent: 50 },
  ],
  badgeEarlierHours: 24,
  refillKeepCents: 500,
  mercyPasses: 1,
  mercyMonths: 6,
  mercyInstructorPercent: 50,
  waiveDays: 30,
  graceMinutes: 30,
  graceBeyondHours: 24,
  maxReschedules: 2,
  rescheduleAnswerHours: 24,
  noShowAfterMinutes: 15,
  contestHours: 24,
  goodwillCents: 1000,
  goodwillBelowHours: 24,
  goodwillByPlatform: 2,
  reliabilityDays: 90,
  instructorWarnAt: 3,
  instructorHideAt: 5,
  instructorHideDays: 14,
  sameLearnerCancels: 3,
  appealDays: 14,
  learnerPrepayAt: 2,
  learnerApprovalAt: 3,
  firstLessonClaimHours: 48,
  firstLessonClaims: 2,
  claimHours: 72,
  talkHours: 24,
  evidenceDays: 3,
  decisionWorkingDays: 3,
  noSlotsDays: 28,
  packageValidMonths: 12,
  packageReminderDays: [90, 30, 7],
  packageSmallPercent: 3,
  packageLargePercent: 5,
  packageMaxMinutes: 600,
  feeFirstPercent: 10,
  feeFirstHours: 10,
  feeLaterPercent: 5,
  feeCapCents: 12_000,
  autoCloseHours: 24,
  payoutAfterHours: 72,
  payoutWeekday: 3,
  payoutMinimumCents: 2000,
  payoutMaxHoldDays: 90,
  refundWorkingDays: 5,
  paynowRefundDays: 60,
  reviewDays: 14,
  reviewEveryLessons: 5,
  reviewReplyDays: 30,
  reviewEditHours: 48,
  ratingMinReviews: 3,
  ratingPriorMean: 4.5,
  ratingPriorWeight: 5,
  ratingRecentMonths: 24,
  ratingRecentWeight: 2,
  moderationWorkingDays: 3,
  documentReminderDays: [90, 60, 30, 14, 7],
  contactHours: 24,
  waitlistEntries: 3,
  waitlistOffers: 5,
  waitlistMinutes: 20,
  bookingYears: 7,
  chatMonths: 12,
  addressDays: 30,
  imageDays: 30,
  supportFromHour: 9,
  supportToHour: 18,
  supportAnswerHours: 2,
};
