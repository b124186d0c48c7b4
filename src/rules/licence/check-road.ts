import { parseDate } from '../time/local-time.ts';
import { lessonsBeforeSimulator, type RoadFacts } from './licence-road.ts';

/** What is wrong with one fact: a code and a sentence. */
export type RoadError = { code: string; message: string };
type Dated = Exclude<keyof RoadFacts, 'lessonsElsewhere' | 'testCentre'>;
type Errors = Partial<Record<keyof RoadFacts, RoadError>>;

/** Things that have happened, so no date of theirs is ahead. */
const happened: readonly Dated[] = [
  'enrolledOn',
  'basicTheoryOn',
  'finalTheoryOn',
  'simulatorOn',
  'testBookedOn',
  'testPassedOn',
  'licensedOn',
];
const ahead: readonly Dated[] = ['basicTheoryExpiresOn', 'pdlExpiresOn', 'finalTheoryExpiresOn', 'testOn'];
/** A provisional licence is valid for two years (domain a2, step 3); nothing else on the road is known further ahead. */
const furthestDays = 732;

const notADate: RoadError = { code: 'validation_invalid_value', message: 'Enter a date such as 2026-12-25.' };
const inFuture: RoadError = { code: 'in_future', message: 'This date is still to come.' };
const tooFar: RoadError = { code: 'too_far', message: 'That is more than two years away.' };

/**
 * Judges what a learner says about the road to a licence on a local date: every date is one, nothing has happened in the future, and the order is
 * the law's (domain a2). `lessons` are the practical lessons so far, here and elsewhere. Answers the errors by field; none when all is well.
 */
export function checkRoad(facts: RoadFacts, { today, lessons }: { today: string; lessons: number }): Errors {
  const errors: Errors = {};
  const now = parseDate(today) ?? 0;
  for (const name of [...happened, ...ahead]) {
    const day = facts[name] === '' ? undefined : parseDate(facts[name]);
    if (facts[name] !== '' && day === undefined) errors[name] = notADate;
    else if (day !== undefined && happened.includes(name) && day > now) errors[name] = inFuture;
    else if (day !== undefined && ahead.includes(name) && day > now + furthestDays) errors[name] = tooFar;
  }
  return { ...orderErrors(facts, lessons), ...errors };
}

function orderErrors(facts: RoadFacts, lessons: number): Errors {
  const isBefore = (name: Dated, other: Dated) =>
    facts[name] !== '' && facts[other] !== '' && facts[name] < facts[other];
  const misses = (name: Dated, needed: Dated) => facts[name] !== '' && facts[needed] === '';
  const found: Array<[isWrong: boolean, field: keyof RoadFacts, code: string, message: string]> = [
    [misses('basicTheoryExpiresOn', 'basicTheoryOn'), 'basicTheoryOn', 'validation_required', 'Say when you passed.'],
    [
      isBefore('basicTheoryExpiresOn', 'basicTheoryOn'),
      'basicTheoryExpiresOn',
      'before_pass',
      'That is before you passed.',
    ],
    [misses('finalTheoryExpiresOn', 'finalTheoryOn'), 'finalTheoryOn', 'validation_required', 'Say when you passed.'],
    [
      isBefore('finalTheoryExpiresOn', 'finalTheoryOn'),
      'finalTheoryExpiresOn',
      'before_pass',
      'That is before you passed.',
    ],
    [
      isBefore('finalTheoryOn', 'basicTheoryOn'),
      'finalTheoryOn',
      'before_basic_theory',
      'The Final Theory Test comes after the Basic Theory Test.',
    ],
    [
      facts.simulatorOn !== '' && lessons < lessonsBeforeSimulator,
      'simulatorOn',
      'simulator_locked',
      `Simulator training is open after ${lessonsBeforeSimulator} practical lessons.`,
    ],
    [facts.testOn !== '' && facts.testCentre === '', 'testCentre', 'validation_required', 'Choose the test centre.'],
    [misses('testBookedOn', 'testOn'), 'testOn', 'validation_required', 'Say when the test is.'],
    [isBefore('testOn', 'testBookedOn'), 'testBookedOn', 'after_test', 'That is after the test.'],
    [isBefore('testPassedOn', 'testOn'), 'testPassedOn', 'before_test', 'That is before the test.'],
    [misses('licensedOn', 'testPassedOn'), 'licensedOn', 'needs_test', 'The licence comes after the practical test.'],
    [isBefore('licensedOn', 'testPassedOn'), 'licensedOn', 'before_test', 'That is before you passed the test.'],
  ];
  const wrong = found.filter(([isWrong]) => isWrong);
  return Object.fromEntries(wrong.map(([, field, code, message]) => [field, { code, message }]));
}
