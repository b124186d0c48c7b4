import * as texts from '#texts/booking.ts';

/** What to offer after a refusal: other times, one's own papers or email address, another instructor, other length, or simply sending it again. */
export type WayOn =
  | 'other_times'
  | 'own_licence'
  | 'own_address'
  | 'other_instructor'
  | 'other_length'
  | 'go_to_lesson'
  | 'retry';
export type Refusal = {
  sentence: string;
  wayOn: WayOn;
  /** Every other time of that week would be refused, too. */
  isWholeWeek?: boolean;
  /** With another pick-up the same time may do. */
  isOfPickup?: boolean;
};

const refusals: Record<string, Refusal> = {
  not_bookable: { sentence: texts.takesNoBookings, wayOn: 'other_instructor' },
  own_lesson: {
    sentence: texts.thisIsYourOwnDiary,
    wayOn: 'other_instructor',
  },
  length_not_offered: { sentence: texts.thisInstructorDoesNotOffer, wayOn: 'other_length' },
  too_soon: {
    sentence: texts.thatStartIsTooSoon,
    wayOn: 'other_times',
  },
  too_far: { sentence: texts.thatDayIsFurtherAhead, wayOn: 'other_times' },
  pdl_expired: { sentence: texts.yourProvisionalLicenceEnds, wayOn: 'own_licence' },
  outside_availability: {
    sentence: texts.diaryHasChanged,
    wayOn: 'other_times',
  },
  too_many_unproved: { sentence: texts.confirmAddressToHold, wayOn: 'own_address' },
  too_many_unpaid: { sentence: texts.payFirstOrOtherWeek, wayOn: 'other_times', isWholeWeek: true },
  slot_taken: { sentence: texts.somebodyElseTookThatTime, wayOn: 'other_times' },
  gap_too_short: {
    sentence: texts.thatTimeIsNowToo,
    wayOn: 'other_times',
  },
  travel_too_long: { sentence: texts.driveTooLong, wayOn: 'other_times', isOfPickup: true },
  daily_cap: { sentence: texts.dayIsFull, wayOn: 'other_times' },
  weekly_cap: { sentence: texts.theInstructorHasAllTheLessons, wayOn: 'other_times' },
  learner_week_cap: {
    sentence: texts.youAlreadyHaveAsMany,
    wayOn: 'other_times',
    isWholeWeek: true,
  },
};

const own: Refusal = { sentence: texts.ownLessonAtThatTime, wayOn: 'other_times' };

/** The sentence and the way on for a refusal's code; undefined for a code that is not one of a lesson's. */
export function refusalFor(code: string, isOwnLesson = false): Refusal | undefined {
  if (code === 'slot_taken' && isOwnLesson) return own;
  return Object.hasOwn(refusals, code) ? refusals[code] : undefined;
}
