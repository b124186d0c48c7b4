import type { RoadFacts, RoadStepName } from '#rules/licence/licence-road.ts';
import * as texts from '#texts/road.ts';
import type { RoadAnswer } from '#wire/road.ts';
import { formatDay } from '../../platform/ui/format-time.ts';

/** What a step is called and what belongs to it. */
export const stepWords: Record<RoadStepName, { name: string; about: string }> = {
  enrol: {
    name: texts.enrolAtACentre,
    about: texts.aboutEnrolment,
  },
  basic_theory: { name: texts.basicTheoryTest, about: texts.aboutBasicTheory },
  provisional_licence: {
    name: texts.provisionalLicencePdl,
    about: texts.appliedForWithSingpassValid,
  },
  lessons: { name: texts.practicalLessons, about: texts.withALicensedPrivateInstructor },
  final_theory: { name: texts.finalTheoryTest, about: texts.neededBeforeThePracticalTest },
  simulator: {
    name: texts.simulatorTraining,
    about: texts.threeModulesAtACentre,
  },
  practical_test: { name: texts.practicalTest, about: texts.withYourFinalTheoryPass },
  licence: { name: texts.drivingLicence, about: texts.probationPlate },
};

/** A field of the road as its form shows it. */
export type RoadField = {
  name: keyof RoadFacts;
  label: string;
  hint?: string;
  isOptional?: boolean;
  kind: 'date' | 'count' | 'centre';
  /** Filled in with today's date when the form opens and nothing was said. */
  startsToday?: boolean;
};

/** The fields of each step's form. */
export const stepFields: Record<RoadStepName, readonly RoadField[]> = {
  enrol: [{ name: 'enrolledOn', label: texts.enrolledOn, kind: 'date', startsToday: true }],
  basic_theory: [
    { name: 'basicTheoryOn', label: texts.passedOn, kind: 'date', startsToday: true },
    { name: 'basicTheoryExpiresOn', label: texts.validUntil, kind: 'date', isOptional: true },
  ],
  provisional_licence: [
    {
      name: 'pdlExpiresOn',
      label: texts.validUntil,
      hint: texts.licenceDateHint,
      kind: 'date',
    },
  ],
  lessons: [
    {
      name: 'lessonsElsewhere',
      label: texts.lessonsTakenElsewhere,
      hint: texts.thoseOnKerbsideAreCounted,
      kind: 'count',
    },
  ],
  final_theory: [
    { name: 'finalTheoryOn', label: texts.passedOn, kind: 'date', startsToday: true },
    { name: 'finalTheoryExpiresOn', label: texts.validUntil, kind: 'date', isOptional: true },
  ],
  simulator: [{ name: 'simulatorOn', label: texts.doneOn, kind: 'date', startsToday: true }],
  practical_test: [
    { name: 'testOn', label: texts.dayOfTheTest, kind: 'date' },
    { name: 'testCentre', label: texts.testCentre, kind: 'centre' },
    { name: 'testBookedOn', label: texts.bookedOn, hint: texts.itDecidesTheFee, kind: 'date', isOptional: true },
    { name: 'testPassedOn', label: texts.passedOn, hint: texts.onceYouHavePassed, kind: 'date', isOptional: true },
  ],
  licence: [{ name: 'licensedOn', label: texts.issuedOn, kind: 'date', startsToday: true }],
};

/** The test centres by their code. */
export const centreNames: Record<string, string> = {
  BBDC: texts.bbdcBukitBatok,
  CDC: texts.cdcUbi,
  SSDC: texts.ssdcWoodlands,
};

/** `Practical test in 12 days, CDC`; undefined when no test is booked. */
export function testSentence(test: RoadAnswer['test']): string | undefined {
  if (!test) return undefined;
  const { days, centre, on } = test;
  if (days === 0) return texts.practicalTestTodayCentre({ centre });
  if (days === 1) return texts.practicalTestTomorrowCentre({ centre });
  if (days > 1) return texts.practicalTestInDaysDays({ days, centre });
  return texts.yourPracticalTestWasOn({ on: formatDay(on, 'UTC') });
}
