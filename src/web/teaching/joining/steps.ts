import * as texts from '#texts/teaching.ts';
import { currentTime } from '../../platform/ground/clock.ts';
import { fieldNames, type PaperKind } from '../../platform/records/profile-record.ts';
import { localDateOf } from '../../platform/ui/format-time.ts';
import type { Teaching } from './use-teaching.ts';

export const stepNames = ['classes', 'areas', 'languages', 'prices', 'car', 'papers', 'booking', 'hours'] as const;
export type StepName = (typeof stepNames)[number];

export type Step = {
  name: StepName;
  title: string;
  /** The fields that are asked for there, as reasons and refusals name them. */
  fields: readonly string[];
  /** Whether nobody is listed without it, so that it is sent in with it. */
  isNeeded: boolean;
  isDone: (teaching: Teaching) => boolean;
};

/** The steps of the wizard in order. The server takes a profile with less, and those who check ask for all of it. */
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
    fields: ['languages', 'testCentre', 'gender', 'bio'],
    isNeeded: true,
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
    isNeeded: true,
    isDone: ({ profile }) => profile.vehiclePlate !== '' && profile.vehicleModel !== '' && profile.photo !== '',
  },
  {
    name: 'papers',
    title: texts.stepPapers,
    fields: ['documents', 'licence', 'vehicle', 'insurance', 'medical'],
    isNeeded: true,
    isDone: (teaching) => missingPapers(teaching).length === 0,
  },
  {
    name: 'booking',
    title: texts.stepBooking,
    fields: ['instantBooking', 'slotStepMinutes', 'minNoticeMinutes', 'gapMinutes'],
    isNeeded: false,
    isDone: () => true,
  },
  { name: 'hours', title: texts.stepHours, fields: ['hours'], isNeeded: true, isDone: ({ hasHours }) => hasHours },
];

/** The steps that lack something without which nobody is listed. Hours may also be those of single days, which the server knows. */
export function lackingSteps(teaching: Teaching): Step[] {
  return steps.filter((step) => step.isNeeded && step.name !== 'hours' && !step.isDone(teaching));
}

/** The papers that those who check need and do not have. Of a profile that was checked, what was seen then is enough: files don't stay. */
export function missingPapers(teaching: Teaching): PaperKind[] {
  const needed: PaperKind[] = teaching.profile.verifiedAt === '' ? ['licence', 'vehicle', 'insurance'] : ['licence'];
  return needed.filter((kind) => !hasPaper(teaching, kind));
}

/** Whether a paper was sent and not refused. */
export function hasPaper({ papers }: Teaching, wanted: string): boolean {
  return papers.some(({ kind, status }) => kind === wanted && status !== 'refused');
}

/** Whether the last day of what was checked is over: from then on nothing can be booked. */
export function havePapersEnded({ licenceExpiresOn }: { licenceExpiresOn: string }): boolean {
  return licenceExpiresOn !== '' && licenceExpiresOn < localDateOf(currentTime());
}

/** The step that an address names. */
export function stepOf(name: string | null): Step | undefined {
  return steps.find((step) => step.name === name);
}

/** The step after one; undefined after the last. */
export function stepAfter(step: Step): Step | undefined {
  return steps[steps.indexOf(step) + 1];
}

/** Where to go on: what was sent back, until something was saved since; then the first step that lacks something. */
export function nextStep(teaching: Teaching): Step | undefined {
  const said = steps.find((step) => reasonsFor(teaching, step.fields).length > 0 && !isMended(teaching, step));
  return (isSavedSince(teaching) ? undefined : said) ?? steps.find((step) => !step.isDone(teaching));
}

/** Whether the profile was saved after what was said last. Sending it back is itself a change, of the same second. */
function isSavedSince({ profile, last }: Teaching): boolean {
  return last !== undefined && Date.parse(profile.updated) > Date.parse(last.created) + 1000;
}

/** Whether something of a step was sent after what was said of it, as far as that can be known: papers carry their day. */
export function isMended({ papers, last }: Teaching, { name, fields }: Step): boolean {
  const said = fields.filter((field) => last?.reasons?.[field]);
  return (
    name === 'papers' &&
    said.every((field) => papers.some(({ kind, created }) => kind === field && created > (last?.created ?? '')))
  );
}

/** Why somebody is suspended, as it was mailed to them. */
export function suspensionReasons({ profile, last }: Teaching): string[] {
  if (profile.status !== 'suspended' || last?.outcome !== 'suspended') return [];
  return Object.values(last.reasons ?? {});
}

/** What those who check said of some fields, while it is the instructor's turn; where it may be of one of several, each names its own. */
export function reasonsFor({ profile, last }: Teaching, fields: readonly string[]): string[] {
  const isTheirTurn = profile.status === 'draft' && last?.outcome === 'refused';
  if (!isTheirTurn && !(profile.status === 'suspended' && last?.outcome === 'suspended')) return [];
  return fields.flatMap((field) => {
    const reason = last?.reasons?.[field];
    if (!reason) return [];
    // A suspension is about the instructor, whatever field it is written at.
    const name = isTheirTurn && fields.length > 1 ? fieldNames[field] : undefined;
    return name ? texts.reasonAbout({ field: name, reason }) : reason;
  });
}
