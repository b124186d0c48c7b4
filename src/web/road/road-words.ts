import type { RoadFacts, RoadStepName } from '#rules/licence/licence-road.ts';
import { formatDay } from '../ui/format-time.ts';
import type { Road } from './road-answer.ts';

/** What a step is called and what belongs to it. */
export const stepWords: Record<RoadStepName, { name: string; about: string }> = {
  enrol: {
    name: 'Enrol at a centre',
    about: 'As a private candidate, 18 or older, with an eyesight and colour test.',
  },
  basic_theory: { name: 'Basic Theory Test', about: '50 questions, 45 right answers to pass.' },
  provisional_licence: {
    name: 'Provisional licence (PDL)',
    about: 'Applied for with Singpass, valid for 2 years. You need it in every lesson.',
  },
  lessons: { name: 'Practical lessons', about: 'With a licensed private instructor.' },
  final_theory: { name: 'Final Theory Test', about: 'Needed before the practical test.' },
  simulator: {
    name: 'Simulator training',
    about: 'Three modules at a centre, after at least 5 practical lessons. Needed to book the practical test.',
  },
  practical_test: { name: 'Practical test', about: 'With your Final Theory pass and a PDL that is valid on the day.' },
  licence: { name: 'Driving licence', about: 'With the probation plate for the first year.' },
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
  enrol: [{ name: 'enrolledOn', label: 'Enrolled on', kind: 'date', startsToday: true }],
  basic_theory: [
    { name: 'basicTheoryOn', label: 'Passed on', kind: 'date', startsToday: true },
    { name: 'basicTheoryExpiresOn', label: 'Valid until', kind: 'date', isOptional: true },
  ],
  provisional_licence: [
    {
      name: 'pdlExpiresOn',
      label: 'Valid until',
      hint: 'As your PDL says. We never ask for its number.',
      kind: 'date',
    },
  ],
  lessons: [
    {
      name: 'lessonsElsewhere',
      label: 'Lessons taken elsewhere',
      hint: 'Those on Kerbside are counted by themselves.',
      kind: 'count',
    },
  ],
  final_theory: [
    { name: 'finalTheoryOn', label: 'Passed on', kind: 'date', startsToday: true },
    { name: 'finalTheoryExpiresOn', label: 'Valid until', kind: 'date', isOptional: true },
  ],
  simulator: [{ name: 'simulatorOn', label: 'Done on', kind: 'date', startsToday: true }],
  practical_test: [
    { name: 'testOn', label: 'Day of the test', kind: 'date' },
    { name: 'testCentre', label: 'Test centre', kind: 'centre' },
    { name: 'testBookedOn', label: 'Booked on', hint: 'It decides the fee.', kind: 'date', isOptional: true },
    { name: 'testPassedOn', label: 'Passed on', hint: 'Once you have passed.', kind: 'date', isOptional: true },
  ],
  licence: [{ name: 'licensedOn', label: 'Issued on', kind: 'date', startsToday: true }],
};

/** The test centres by their code. */
export const centreNames: Record<string, string> = {
  BBDC: 'BBDC, Bukit Batok',
  CDC: 'CDC, Ubi',
  SSDC: 'SSDC, Woodlands',
};

/** `Practical test in 12 days, CDC`; undefined when no test is booked. */
export function testSentence(test: Road['test']): string | undefined {
  if (!test) return undefined;
  const { days, centre, on } = test;
  if (days === 0) return `Practical test today, ${centre}`;
  if (days === 1) return `Practical test tomorrow, ${centre}`;
  if (days > 1) return `Practical test in ${days} days, ${centre}`;
  return `Your practical test was on ${formatDay(on, 'UTC')}`;
}
