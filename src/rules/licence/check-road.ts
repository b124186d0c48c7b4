import { parseDate } from '../time/local-time.ts';
import { lessonsBeforeSimulator, type RoadFacts } from './licence-road.ts';

/** What is wrong with one fact. `validation_required` is at the field that another one asks for. */
export type RoadErrorCode =
  | 'validation_invalid_value'
  | 'validation_required'
  | 'in_future'
  | 'too_far'
  | 'before_pass'
  | 'before_basic_theory'
  | 'simulator_locked'
  | 'after_test'
  | 'before_test'
  | 'needs_test';
type Dated = Exclude<keyof RoadFacts, 'lessonsElsewhere' | 'testCentre'>;
type Errors = Partial<Record<keyof RoadFacts, RoadErrorCode>>;

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

/**
 * Judges what a learner says about the road to a licence on a local date: every date is one, nothing has happened in the future, and the order is
 * the law's (domain a2). `lessons` are the practical lessons so far, here and elsewhere. Answers the codes of what is wrong by field; none when all is well.
 */
export function checkRoad(facts: RoadFacts, { today, lessons }: { today: string; lessons: number }): Errors {
  const errors: Errors = {};
  const now = parseDate(today) ?? 0;
  for (const name of [...happened, ...ahead]) {
    const day = facts[name] === '' ? undefined : parseDate(facts[name]);
    if (facts[name] !== '' && day === undefined) errors[name] = 'validation_invalid_value';
    else if (day !== undefined && happened.includes(name) && day > now) errors[name] = 'in_future';
    else if (day !== undefined && ahead.includes(name) && day > now + furthestDays) errors[name] = 'too_far';
  }
  return { ...orderErrors(facts, lessons), ...errors };
}

function orderErrors(facts: RoadFacts, lessons: number): Errors {
  const isBefore = (name: Dated, other: Dated) =>
    facts[name] !== '' && facts[other] !== '' && facts[name] < facts[other];
  const misses = (name: Dated, needed: Dated) => facts[name] !== '' && facts[needed] === '';
  const found: Array<[isWrong: boolean, field: keyof RoadFacts, code: RoadErrorCode]> = [
    [misses('basicTheoryExpiresOn', 'basicTheoryOn'), 'basicTheoryOn', 'validation_required'],
    [isBefore('basicTheoryExpiresOn', 'basicTheoryOn'), 'basicTheoryExpiresOn', 'before_pass'],
    [misses('finalTheoryExpiresOn', 'finalTheoryOn'), 'finalTheoryOn', 'validation_required'],
    [isBefore('finalTheoryExpiresOn', 'finalTheoryOn'), 'finalTheoryExpiresOn', 'before_pass'],
    [isBefore('finalTheoryOn', 'basicTheoryOn'), 'finalTheoryOn', 'before_basic_theory'],
    [facts.simulatorOn !== '' && lessons < lessonsBeforeSimulator, 'simulatorOn', 'simulator_locked'],
    [facts.testOn !== '' && facts.testCentre === '', 'testCentre', 'validation_required'],
    [misses('testBookedOn', 'testOn'), 'testOn', 'validation_required'],
    [isBefore('testOn', 'testBookedOn'), 'testBookedOn', 'after_test'],
    [isBefore('testPassedOn', 'testOn'), 'testPassedOn', 'before_test'],
    [misses('licensedOn', 'testPassedOn'), 'licensedOn', 'needs_test'],
    [isBefore('licensedOn', 'testPassedOn'), 'licensedOn', 'before_test'],
  ];
  const wrong = found.filter(([isWrong]) => isWrong);
  return Object.fromEntries(wrong.map(([, field, code]) => [field, code]));
}
