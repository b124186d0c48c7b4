import * as texts from '#texts/refusals.ts';

/** By code, and where several things may be in the way, by code and what it is (db/functions/availability.sql and booking.sql). */
const sentences: Record<string, string> = {
  not_bookable: texts.youCannotBeBooked,
  length_not_offered: texts.youDoNotOfferThatLength,
  too_soon: texts.thatTimeHasPassed,
  too_far: texts.furtherThanYouAllow,
  'outside_availability:hours': texts.outsideYourHours,
  'outside_availability:blocked': texts.youTookThatTimeOff,
  'outside_availability:elsewhere': texts.busyInYourOtherCalendar,
  'outside_availability:holiday': texts.youDoNotWorkOnHolidays,
  'slot_taken:lesson': texts.youHaveALessonThen,
  'slot_taken:learner': texts.yourLearnerIsNotFree,
  too_many_holds: texts.youHoldManyForThisLearner,
  holds_unpaid: texts.notPaidOfThisLearner,
  too_many_cancelled: texts.calledOffOfThisLearner,
};

/** Why what instructors do by their own hand is refused, as they are told; undefined where everybody is told the same. */
export function ownHandSentence(code: string, inTheWay: string | undefined): string | undefined {
  return sentences[inTheWay ? `${code}:${inTheWay}` : code];
}
