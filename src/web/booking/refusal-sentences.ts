/** What to offer after a refusal: other times, one's own papers, another instructor, other length, or simply sending it again. */
export type WayOn = 'other_times' | 'own_licence' | 'other_instructor' | 'other_length' | 'go_to_lesson' | 'retry';
export type Refusal = { sentence: string; wayOn: WayOn };

const refusals: Record<string, Refusal> = {
  not_bookable: { sentence: 'This instructor takes no bookings at the moment.', wayOn: 'other_instructor' },
  own_lesson: {
    sentence: 'This is your own diary. You cannot book a lesson with yourself.',
    wayOn: 'other_instructor',
  },
  length_not_offered: { sentence: 'This instructor does not offer lessons of that length.', wayOn: 'other_length' },
  too_soon: {
    sentence: 'That start is too soon: the instructor needs more notice than that.',
    wayOn: 'other_times',
  },
  too_far: { sentence: 'That day is further ahead than this instructor plans.', wayOn: 'other_times' },
  pdl_expired: { sentence: 'Your provisional licence ends before that day.', wayOn: 'own_licence' },
  outside_availability: {
    sentence: 'The instructor has changed the diary and no longer teaches at that time.',
    wayOn: 'other_times',
  },
  slot_taken: { sentence: 'Somebody else took that time a moment ago.', wayOn: 'other_times' },
  gap_too_short: {
    sentence: 'That time is now too close to another lesson for the instructor to get to you.',
    wayOn: 'other_times',
  },
  daily_cap: { sentence: 'The instructor has all the lessons wanted for that day.', wayOn: 'other_times' },
  weekly_cap: { sentence: 'The instructor has all the lessons wanted for that week.', wayOn: 'other_times' },
  learner_week_cap: {
    sentence: 'You already have as many lessons with this instructor in that week as one learner may book.',
    wayOn: 'other_times',
  },
};

const own: Refusal = { sentence: 'You have another lesson at that time.', wayOn: 'other_times' };

/** The sentence and the way on for a refusal's code; undefined for a code that is not one of a lesson's. */
export function refusalFor(code: string, isOwnLesson = false): Refusal | undefined {
  if (code === 'slot_taken' && isOwnLesson) return own;
  return Object.hasOwn(refusals, code) ? refusals[code] : undefined;
}

const cardFailures: Record<string, string> = {
  card_declined: 'The bank declined this card. Nothing was charged.',
  insufficient_funds: 'There is not enough money on this card. Nothing was charged.',
  expired_card: 'This card has expired. Nothing was charged.',
  incorrect_number: 'The bank does not know this card number. Nothing was charged.',
  authentication_failed: 'The bank did not confirm that it was you. Nothing was charged.',
};

/** What a failed payment says at the field. The time is still held: the page says that beside it. */
export function failureSentence(failureCode: string): string {
  return cardFailures[failureCode] ?? 'The payment did not go through. Nothing was charged.';
}
