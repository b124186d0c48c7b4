import { describe, expect, test } from 'vitest';
import { checkRoad } from './check-road.ts';
import { emptyRoad, type RoadFacts } from './licence-road.ts';

const codesOf = (facts: Partial<RoadFacts>, lessons = 0) =>
  Object.entries(checkRoad({ ...emptyRoad, ...facts }, { today: '2026-11-22', lessons })).map(
    ([field, code]) => `${field} ${code}`,
  );

describe('what a learner says about the road to a licence', () => {
  test('may be nothing, or all of it', () => {
    expect(codesOf({})).toEqual([]);
    const all = {
      enrolledOn: '2026-01-01',
      basicTheoryOn: '2026-02-01',
      basicTheoryExpiresOn: '2028-02-01',
      pdlExpiresOn: '2028-02-10',
      finalTheoryOn: '2026-05-01',
      finalTheoryExpiresOn: '2028-05-01',
      simulatorOn: '2026-09-01',
      testCentre: 'CDC',
      testBookedOn: '2026-10-01',
      testOn: '2026-11-22',
      testPassedOn: '2026-11-22',
      licensedOn: '2026-11-22',
    };
    expect(codesOf(all, 5)).toEqual([]);
  });

  const refusals: Array<[name: string, facts: Partial<RoadFacts>, expected: string[]]> = [
    ['a day that is none', { enrolledOn: '2026-02-30' }, ['enrolledOn validation_invalid_value']],
    ['no date at all', { pdlExpiresOn: 'soon' }, ['pdlExpiresOn validation_invalid_value']],
    ['something done tomorrow', { basicTheoryOn: '2026-11-23' }, ['basicTheoryOn in_future']],
    ['an end in another century', { pdlExpiresOn: '2126-01-01' }, ['pdlExpiresOn too_far']],
    ['a validity without a pass', { basicTheoryExpiresOn: '2027-01-01' }, ['basicTheoryOn validation_required']],
    [
      'a validity that ends before the pass',
      { finalTheoryOn: '2026-05-02', finalTheoryExpiresOn: '2026-05-01' },
      ['finalTheoryExpiresOn before_pass'],
    ],
    [
      'the final theory test before the basic one',
      { basicTheoryOn: '2026-05-02', finalTheoryOn: '2026-05-01' },
      ['finalTheoryOn before_basic_theory'],
    ],
    ['the simulator before the fifth lesson', { simulatorOn: '2026-05-01' }, ['simulatorOn simulator_locked']],
    ['a test nowhere', { testOn: '2026-12-01' }, ['testCentre validation_required']],
    ['a booking of no test', { testBookedOn: '2026-11-01' }, ['testOn validation_required']],
    [
      'a test booked after it was',
      { testOn: '2026-11-01', testCentre: 'CDC', testBookedOn: '2026-11-02' },
      ['testBookedOn after_test'],
    ],
    [
      'a test passed before it was',
      { testOn: '2026-11-20', testCentre: 'CDC', testPassedOn: '2026-11-19' },
      ['testPassedOn before_test'],
    ],
    ['a licence without a test', { licensedOn: '2026-11-20' }, ['licensedOn needs_test']],
    ['a licence before the test', { testPassedOn: '2026-11-20', licensedOn: '2026-11-19' }, ['licensedOn before_test']],
  ];
  test.each(refusals)('is refused for %s', (_, facts, expected) => {
    expect(codesOf(facts, 4)).toEqual(expected);
  });
});
