import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fromServer, personRule, staffRule } from '../../../platform/rights/field-rights.ts';

const partiesOf = (lesson: string) =>
  `(${personRule} && (${lesson}.learner = @request.auth.id || ${lesson}.instructor.user = @request.auth.id))`;
const parties = `${partiesOf('lesson')} || ${adminRule}`;
const sides = ['learner', 'instructor'];
/** Follows from who says it; staff say it for others. */
const byTeller = { decided: { by: adminRule, isPassedOver: true } } as const;
const stamps = {
  created: { type: 'autodate', onCreate: true },
  updated: { type: 'autodate', onCreate: true, onUpdate: true },
} as const;

/** "I'm here": a side of a lesson at the meeting point (docs/api.md). Evidence; decides nothing by itself. */
export const arrivalsCollection = defineCollection({
  name: 'arrivals',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    side: { type: 'select', values: sides, ...fromServer },
    start: { type: 'date', ...fromServer },
    ...stamps,
  },
  rules: { list: parties, view: parties, create: partiesOf('lesson'), update: null, delete: null },
});

/** One side of a lesson says that the other is missing, and what that comes to. */
export const noShowsCollection = defineCollection({
  name: 'no_shows',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    missing: { type: 'select', values: sides, ...byTeller },
    text: { type: 'text', contacts: 'hidden until confirmed', max: 2000 },
    refundCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    feeCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    creditCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    contestBy: { type: 'date', ...fromServer },
    ...stamps,
  },
  rules: { list: parties, view: parties, create: parties, update: null, delete: null },
});

const contesting = partiesOf('noShow.lesson');

/** The side said to be missing says otherwise; the lesson waits as `disputed` until staff decide. */
export const noShowContestsCollection = defineCollection({
  name: 'no_show_contests',
  type: 'base',
  repeatable: true,
  fields: {
    noShow: { type: 'relation', collection: 'no_shows', required: true },
    text: { type: 'text', contacts: 'hidden until confirmed', required: true, max: 4000 },
    ...stamps,
  },
  rules: {
    list: `${contesting} || ${adminRule}`,
    view: `${contesting} || ${adminRule}`,
    create: contesting,
    update: null,
    delete: null,
  },
});

const decided = partiesOf('contest.noShow.lesson');

/** Who was missing, as staff decide it: once, with the reason that both sides read. */
export const noShowDecisionsCollection = defineCollection({
  name: 'no_show_decisions',
  type: 'base',
  repeatable: true,
  fields: {
    contest: { type: 'relation', collection: 'no_show_contests', required: true },
    missing: { type: 'select', values: sides, required: true },
    reason: { type: 'text', contacts: 'from staff', required: true, max: 4000 },
    refundCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    creditCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    ...stamps,
  },
  rules: {
    list: `${decided} || ${adminRule}`,
    view: `${decided} || ${adminRule}`,
    create: staffRule('claimDecisions'),
    update: null,
    delete: null,
  },
});
