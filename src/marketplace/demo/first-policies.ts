/** A rule of the platform as the policies table keeps it: its setting, the setting's unit, and the rule in words. */
export type PolicyRule = { value: number | Record<string, number>; unit: string; text: string };

/**
 * Version 1 of the platform's rules (domain.md d), keyed by rule number. Lessons carry the version they were booked under; admins
 * add versions, none is ever changed. Amounts are integer cents.
 */
export const firstPolicies: Record<string, PolicyRule> = {
  1: { value: 15, unit: 'minutes', text: 'A time is held for 15 minutes while you pay, then it is free again.' },
  2: {
    value: { requestHours: 12, shortNoticeRequestHours: 3, shortNoticeBelowHours: 24 },
    unit: 'hours',
    text: 'Lessons are confirmed at once unless the instructor approves by hand. A request lapses after 12 hours, or 3 hours when the lesson is less than 24 hours away, and all the money comes back.',
  },
  3: {
    value: { noticeMinutes: 720, horizonDays: 56, gapMinutes: 15 },
    unit: 'mixed',
    text: 'Unless the instructor chose otherwise, lessons are booked 12 hours to 8 weeks ahead with 15 minutes between two lessons.',
  },
  4: {
    value: 3,
    unit: 'lessons a week',
    text: 'A learner has at most 3 lessons a week with one instructor unless the instructor lifts it.',
  },
  5: {
    value: { hours: 24, badgeHours: 48, refundPercent: 100 },
    unit: 'mixed',
    text: 'Cancel or move a lesson 24 hours or more before it starts and all of the money comes back. Instructors with the 48 h badge ask for 48 hours.',
  },
  6: {
    value: { halfUntilHours: 12, halfRefundPercent: 50, lateRefundPercent: 0, keptWhenRefilledCents: 500 },
    unit: 'mixed',
    text: 'Inside the last 24 hours half of the price comes back until 12 hours before the start, nothing after that. When somebody else takes the time, all but S$5 comes back.',
  },
  7: {
    value: { passes: 1, months: 6, instructorPercent: 50 },
    unit: 'mixed',
    text: 'One late cancellation in 6 months comes back to the learner as credit, no proof asked. The instructor still gets half, from the platform.',
  },
  8: {
    value: { minutes: 30, lessonBeyondHours: 24 },
    unit: 'mixed',
    text: 'Cancel free within 30 minutes of booking when the lesson is more than 24 hours away.',
  },
  9: {
    value: { moves: 2, answerHours: 24 },
    unit: 'mixed',
    text: 'A lesson can be moved twice free outside the window; inside it the other side must agree within 24 hours.',
  },
  10: {
    value: 15,
    unit: 'minutes',
    text: 'The instructor waits 15 minutes. After that an absent learner pays the lesson; with an instructor more than 15 minutes late the learner may cancel free.',
  },
  11: {
    value: { refundPercent: 100, creditCents: 1000, creditBelowHours: 24, platformPaysFirst: 2 },
    unit: 'mixed',
    text: 'When the instructor cancels, all of the money comes back at once, and S$10 credit besides when the lesson was less than 24 hours away.',
  },
  12: {
    value: { days: 90, warnAt: 3, hideAt: 5, hideDays: 14 },
    unit: 'mixed',
    text: 'Instructors who cancel late or stay away 3 times in 90 days are warned, after 5 times hidden from search for 14 days, with notice, reason and appeal.',
  },
  13: {
    value: { days: 90, prepayAt: 2, approvalAt: 3 },
    unit: 'mixed',
    text: 'Learners who stay away twice in 90 days lose instant booking; after the third time each booking is approved by hand.',
  },
  14: {
    value: { hours: 48, perLearner: 2 },
    unit: 'mixed',
    text: 'If the first lesson with an instructor does not suit you, say so within 48 hours: a free lesson with another instructor or all of the money back, twice at most.',
  },
  15: {
    value: { claimHours: 72, talkHours: 24, evidenceDays: 3, decisionWorkingDays: 3 },
    unit: 'mixed',
    text: 'Later lessons can be claimed within 72 hours; the parties talk first, then we decide within 3 working days.',
  },
  16: {
    value: 100,
    unit: 'percent',
    text: 'An unlicensed substitute, a wrong vehicle or an expired insurance: all of the money comes back, without a time limit.',
  },
  17: {
    value: 28,
    unit: 'days',
    text: 'Unused package hours come back in full when the instructor offers no time for 28 days, retires or is delisted.',
  },
  18: {
    value: {
      hoursSmall: 5,
      hoursLarge: 10,
      discountSmallPercent: 3,
      discountLargePercent: 5,
      months: 12,
      coolingOffDays: 14,
    },
    unit: 'mixed',
    text: 'Packages of 5 or 10 hours with one instructor, valid 12 months or until the provisional licence ends if that is later.',
  },
  19: {
    value: 10,
    unit: 'hours',
    text: "No package is sold beyond 10 hours, nor past the end of the instructor's licence or 75th birthday.",
  },
  20: {
    value: { firstPercent: 10, firstHours: 10, laterPercent: 5, capCents: 12000, learnerCents: 0 },
    unit: 'mixed',
    text: "Learners pay no fee. Instructors pay 10 % of a learner's first 10 paid hours, then 5 %, at most S$120 a learner, and nothing for learners they bring.",
  },
  21: {
    value: { closesHours: 24, payableHours: 72, minimumCents: 2000, maximumHoldDays: 90 },
    unit: 'mixed',
    text: 'A lesson closes 24 hours after its end; its money is payable 72 hours after its end and paid on Wednesdays from S$20 on.',
  },
  22: { value: 5, unit: 'working days', text: 'Refunds go back the way the money came, within 5 working days.' },
  23: {
    value: 1,
    unit: 'cent',
    text: 'Money is counted in whole cents of the Singapore dollar in a double-entry ledger.',
  },
  24: {
    value: { windowDays: 14, everyLessons: 5, replyDays: 30, editHours: 48 },
    unit: 'mixed',
    text: 'Reviews come from completed paid lessons only, within 14 days, and appear when both sides wrote or the 14 days are over.',
  },
  25: {
    value: { minimumReviews: 3, priorMean: 4.5, priorWeight: 5, recentMonths: 24, recentWeight: 2 },
    unit: 'mixed',
    text: 'A rating appears from the third review on; reviews of the last 24 months count double. Nobody can pay for a place.',
  },
  26: {
    value: 3,
    unit: 'working days',
    text: 'Reviews are removed only for law, privacy, abuse, being off topic or bought, within 3 working days, and a log is kept.',
  },
  27: {
    value: 0,
    unit: 'none',
    text: 'Results are ordered by: free in the asked time, nearness, reliability, rating. The price is never hidden.',
  },
  28: {
    value: { firstReminderDays: 90, lastReminderDays: 7 },
    unit: 'days',
    text: 'Instructors are reminded before their papers expire; nothing can be booked after they have.',
  },
  29: {
    value: 18,
    unit: 'years',
    text: 'Before the first lesson the learner confirms to be 18 and to hold a provisional licence; the instructor looks at it at the start.',
  },
  30: {
    value: 24,
    unit: 'hours',
    text: 'Phone numbers are shown both ways from confirmation until 24 hours after the lesson.',
  },
  31: {
    value: { entries: 3, offers: 5, minutes: 20 },
    unit: 'mixed',
    text: 'At most 3 waitlist entries a learner; a freed time is offered to the 5 who fit best for 20 minutes.',
  },
  32: {
    value: { bookingYears: 7, chatMonths: 12, addressDays: 30, imageDays: 30 },
    unit: 'mixed',
    text: 'Booking and money records are kept 7 years, chats 12 months, exact addresses and verification images 30 days.',
  },
  33: {
    value: { fromHour: 9, toHour: 18, targetHours: 2 },
    unit: 'hours',
    text: 'Support answers Monday to Friday from 9 AM to 6 PM SGT, usually within 2 hours.',
  },
};
