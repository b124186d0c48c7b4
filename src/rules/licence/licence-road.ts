/** What a learner says about the way to a licence. Local dates `YYYY-MM-DD`, empty when not yet; a count of lessons. */
export type RoadFacts = {
  enrolledOn: string;
  basicTheoryOn: string;
  basicTheoryExpiresOn: string;
  pdlExpiresOn: string;
  /** Practical lessons taken outside the product. */
  lessonsElsewhere: number;
  finalTheoryOn: string;
  finalTheoryExpiresOn: string;
  simulatorOn: string;
  /** `BBDC`, `CDC`, `SSDC` or empty. */
  testCentre: string;
  testBookedOn: string;
  testOn: string;
  testPassedOn: string;
  licensedOn: string;
};

/** Nothing said yet. */
export const emptyRoad: RoadFacts = {
  enrolledOn: '',
  basicTheoryOn: '',
  basicTheoryExpiresOn: '',
  pdlExpiresOn: '',
  lessonsElsewhere: 0,
  finalTheoryOn: '',
  finalTheoryExpiresOn: '',
  simulatorOn: '',
  testCentre: '',
  testBookedOn: '',
  testOn: '',
  testPassedOn: '',
  licensedOn: '',
};

/** From which age on the law gives a provisional licence; learners agree to the terms, which say it. No policy: another age would need another law. */
export const provisionalLicenceYears = 18;

/** The test centres of the traffic police, which take private candidates too (domain a4). */
export const testCentres = ['BBDC', 'CDC', 'SSDC'] as const;

/** The eight steps of a private learner, in their order (domain a2). */
export const roadSteps = [
  'enrol',
  'basic_theory',
  'provisional_licence',
  'lessons',
  'final_theory',
  'simulator',
  'practical_test',
  'licence',
] as const;
export type RoadStepName = (typeof roadSteps)[number];

/** `done`: behind one. `now`: the first to see to. `locked`: something must come before. `lapsed`: was done and has run out. */
export type RoadState = 'done' | 'now' | 'open' | 'locked' | 'lapsed';
export type RoadStep = { step: RoadStepName; state: RoadState; doneOn: string };

/** Simulator training is open after this many practical lessons (domain a2, step 6). */
export const lessonsBeforeSimulator = 5;
/** A provisional licence that ends within so many days wants attention. */
export const pdlWarningDays = 60;

type Known = {
  facts: RoadFacts;
  /** The local date. */
  today: string;
  /** Practical lessons so far, here and elsewhere. */
  lessons: number;
  /** An instructor has looked at the provisional licence in the car. */
  isPdlSeen: boolean;
};

/** The eight steps with how far each is, from what is known on a local date (domain a2). */
export function planRoad({ facts, today, lessons, isPdlSeen }: Known): RoadStep[] {
  const isPast = (day: string) => day !== '' && day < today;
  const isPassed = facts.testPassedOn !== '';
  const isLicensed = facts.licensedOn !== '';
  const pdl = pdlState(facts.pdlExpiresOn, isPdlSeen, today);
  const theory = (on: string, expiresOn: string): RoadState => {
    if (on === '') return 'open';
    return isPast(expiresOn) && !isPassed ? 'lapsed' : 'done';
  };
  const states: Record<RoadStepName, RoadState> = {
    enrol: facts.enrolledOn === '' ? 'open' : 'done',
    basic_theory: theory(facts.basicTheoryOn, facts.basicTheoryExpiresOn),
    provisional_licence: pdl === 'lapsed' && isLicensed ? 'done' : pdl,
    lessons: isPassed ? 'done' : 'open',
    final_theory: theory(facts.finalTheoryOn, facts.finalTheoryExpiresOn),
    simulator: simulatorState(facts.simulatorOn, lessons),
    practical_test: testState(facts),
    licence: isLicensed ? 'done' : isPassed ? 'open' : 'locked',
  };
  const doneOn: Partial<Record<RoadStepName, string>> = {
    enrol: facts.enrolledOn,
    basic_theory: facts.basicTheoryOn,
    final_theory: facts.finalTheoryOn,
    simulator: facts.simulatorOn,
    practical_test: facts.testPassedOn,
    licence: facts.licensedOn,
  };
  const next = nextStep(states);
  return roadSteps.map((step) => ({
    step,
    state: step === next && states[step] === 'open' ? 'now' : states[step],
    doneOn: states[step] === 'done' ? (doneOn[step] ?? '') : '',
  }));
}

function pdlState(expiresOn: string, isSeen: boolean, today: string): RoadState {
  if (expiresOn === '') return isSeen ? 'done' : 'open';
  return expiresOn < today ? 'lapsed' : 'done';
}

// The test can be booked after the final theory test and the simulator; one that is booked is open whatever was ticked.
function testState({ testPassedOn, testOn, finalTheoryOn, simulatorOn }: RoadFacts): RoadState {
  if (testPassedOn !== '') return 'done';
  return testOn !== '' || (finalTheoryOn !== '' && simulatorOn !== '') ? 'open' : 'locked';
}

function simulatorState(on: string, lessons: number): RoadState {
  if (on !== '') return 'done';
  return lessons >= lessonsBeforeSimulator ? 'open' : 'locked';
}

/** Lessons go on beside everything else, so they are what comes next only while they alone open the simulator. */
const orderOfNext: readonly RoadStepName[] = [
  'enrol',
  'basic_theory',
  'provisional_licence',
  'final_theory',
  'simulator',
  'lessons',
  'practical_test',
  'licence',
];

function nextStep(states: Record<RoadStepName, RoadState>): RoadStepName | undefined {
  return orderOfNext.find((step) => {
    if (step === 'lessons') return states.simulator === 'locked';
    return states[step] === 'open' || states[step] === 'lapsed';
  });
}
