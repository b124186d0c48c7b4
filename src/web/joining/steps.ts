import * as texts from '#texts/teaching.ts';
import type { Teaching } from './use-teaching.ts';

export const stepNames = ['classes', 'areas', 'languages', 'prices', 'car', 'papers', 'booking', 'hours'] as const;
export type StepName = (typeof stepNames)[number];

export type Step = {
  name: StepName;
  title: string;
  /** The fields that are asked for there, as reasons and refusals name them. */
  fields: readonly string[];
  /** Whether a profile can't be sent in without it. */
  isNeeded: boolean;
  isDone: (teaching: Teaching) => boolean;
};

/** The steps of the wizard in order. What is needed is the server's to say: here it only decides which word stands beside a step. */
export const steps: readonly Step[] = [
  {
    name: 'classes',
    title: texts.stepClasses,
    fields: ['name', 'licenceClasses'],
    isNeeded: true,
    isDone: ({ profile }) => profile.name !== '' && profile.licenceClasses.length > 0,
  },
  {
    name: 'areas',
    title: texts.stepAreas,
    fields: ['areas'],
    isNeeded: true,
    isDone: ({ profile }) => (profile.areas ?? []).length > 0,
  },
  {
    name: 'languages',
    title: texts.stepLanguages,
    fields: ['languages', 'testCentre', 'bio'],
    isNeeded: false,
    isDone: ({ profile }) => profile.languages.length > 0,
  },
  {
    name: 'prices',
    title: texts.stepPrices,
    fields: ['hourlyCents', 'lessonMinutes', 'eveningSurchargePercent', 'weekendSurchargePercent'],
    isNeeded: true,
    isDone: ({ profile }) => profile.hourlyCents > 0 && profile.lessonMinutes.length > 0,
  },
  {
    name: 'car',
    title: texts.stepCar,
    fields: ['vehiclePlate', 'vehicleModel', 'photo'],
    isNeeded: false,
    isDone: ({ profile }) => profile.vehiclePlate !== '' && profile.vehicleModel !== '' && profile.photo !== '',
  },
  {
    name: 'papers',
    title: texts.stepPapers,
    fields: ['documents', 'licence', 'vehicle', 'insurance', 'medical'],
    isNeeded: true,
    isDone: ({ papers }) => papers.some(({ kind, status }) => kind === 'licence' && status !== 'refused'),
  },
  {
    name: 'booking',
    title: texts.stepBooking,
    fields: ['instantBooking', 'minNoticeMinutes', 'gapMinutes'],
    isNeeded: false,
    isDone: () => true,
  },
  { name: 'hours', title: texts.stepHours, fields: ['hours'], isNeeded: true, isDone: ({ hasHours }) => hasHours },
];

/** The step that an address names. */
export function stepOf(name: string | null): Step | undefined {
  return steps.find((step) => step.name === name);
}

/** The step after one; undefined after the last. */
export function stepAfter(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** Where to go on: the first step that lacks something. */
export function nextStep(teaching: Teaching): Step | undefined {
  return steps.find((step) => !step.isDone(teaching));
}

/** What those who check said of some fields, while it is the instructor's turn. */
export function reasonsFor({ profile, last }: Teaching, fields: readonly string[]): string[] {
  const isTheirTurn = profile.status === 'draft' && last?.outcome === 'refused';
  if (!isTheirTurn && !(profile.status === 'suspended' && last?.outcome === 'suspended')) return [];
  return fields.flatMap((field) => last?.reasons?.[field] ?? []);
}
