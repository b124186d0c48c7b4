import { emptyRoad, type RoadFacts } from '#rules/licence/licence-road.ts';
import type { DemoRow } from './demo.store.ts';
import { addDays } from './demo-dates.ts';
import { learnerId } from './demo-people.ts';

/** Dates as days from the first start; `centre` stands for the test's centre. */
type Days = { [Name in Exclude<keyof RoadFacts, 'testCentre' | 'lessonsElsewhere'>]?: number };
type DemoRoad = Days & { centre?: 'BBDC' | 'CDC' | 'SSDC'; lessonsElsewhere?: number };

const theory = { enrolledOn: -130, basicTheoryOn: -112, basicTheoryExpiresOn: 618, pdlExpiresOn: 626 } as const;

/** How far the learners are, by what they would have entered: the one the product shows off waits for her test. */
const roads: ReadonlyArray<readonly [learner: string, road: DemoRoad]> = [
  [
    'mei',
    {
      ...theory,
      finalTheoryOn: -40,
      finalTheoryExpiresOn: 690,
      simulatorOn: -4,
      centre: 'CDC',
      testBookedOn: -3,
      testOn: 26,
    },
  ],
  // The provisional licence ends before the second test would be due: the page says so.
  [
    'arjun',
    {
      enrolledOn: -640,
      basicTheoryOn: -620,
      pdlExpiresOn: 41,
      finalTheoryOn: -300,
      simulatorOn: -60,
      centre: 'CDC',
      testBookedOn: -30,
      testOn: 12,
    },
  ],
  ['aisyah', { enrolledOn: -20, basicTheoryOn: -6, basicTheoryExpiresOn: 724 }],
  ['weijie', { ...theory, finalTheoryOn: -9, finalTheoryExpiresOn: 721 }],
  ['priya', { ...theory, lessonsElsewhere: 2 }],
  ['junhao', { ...theory, finalTheoryOn: -25 }],
  ['khadijah', theory],
  ['daniel', { ...theory, finalTheoryOn: -90, simulatorOn: -70, centre: 'BBDC', testBookedOn: -21, testOn: 19 }],
  ['farhan', { ...theory, simulatorOn: -10 }],
  ['marcus', { ...theory, finalTheoryOn: -70, simulatorOn: -35, centre: 'SSDC', testBookedOn: -28, testOn: 9 }],
];

/** The rows of the demo's roads to licence, seen from `today`. */
export function roadRows(today: string, nowIso: string): DemoRow[] {
  return roads.map(([key, { centre = '', lessonsElsewhere = 0, ...days }]) => ({
    ...emptyRoad,
    ...Object.fromEntries(Object.entries(days).map(([name, offset]) => [name, addDays(today, offset)])),
    id: learnerId({ key }),
    user: learnerId({ key }),
    testCentre: centre,
    lessonsElsewhere,
    isAdult: true,
    adultSaidAt: nowIso,
    adultTermsVersion: 1,
    created: nowIso,
    updated: nowIso,
  }));
}
