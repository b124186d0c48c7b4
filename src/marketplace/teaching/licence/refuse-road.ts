import { type ApiError, badRequest } from '#engine/http/api-error.ts';
import type { RoadErrorCode } from '#rules/licence/check-road.ts';
import { lessonsBeforeSimulator, type RoadFacts } from '#rules/licence/licence-road.ts';

/** What the wire says of each code, in English; the pages have their own words. The first key that fits is taken: field and code, then the code. */
const sentences: Readonly<Record<string, string>> = {
  'testCentre validation_required': 'Choose the test centre.',
  'testOn validation_required': 'Say when the test is.',
  'licensedOn before_test': 'That is before you passed the test.',
  validation_invalid_value: 'Enter a date such as 2026-12-25.',
  validation_required: 'Say when you passed.',
  in_future: 'This date is still to come.',
  too_far: 'That is more than two years away.',
  before_pass: 'That is before you passed.',
  before_basic_theory: 'The Final Theory Test comes after the Basic Theory Test.',
  simulator_locked: `Simulator training is open after ${lessonsBeforeSimulator} practical lessons.`,
  after_test: 'That is after the test.',
  before_test: 'That is before the test.',
  needs_test: 'The licence comes after the practical test.',
};

/** The refusal of what was said about the road: 400 with `message`, a code and a sentence at each field. */
export function refuseRoad(message: string, errors: Partial<Record<keyof RoadFacts, RoadErrorCode>>): ApiError {
  const fields = Object.entries(errors).map(([field, code]) => {
    const sentence = sentences[`${field} ${code}`] ?? sentences[code] ?? '';
    return [field, { code, message: sentence }];
  });
  return badRequest(message, Object.fromEntries(fields));
}
