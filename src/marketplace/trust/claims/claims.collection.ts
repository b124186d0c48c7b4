import { defineCollection } from '#engine/collections/define-collection.ts';
import { unheededReasons } from '#rules/claims/unheeded-word.ts';
import { fixed, fromServer, ofCaller, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('claims');
const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${staff})`;
const partiesOfClaim = `${personRule} && (claim.lesson.learner = @request.auth.id || claim.lesson.instructor.user = @request.auth.id || ${staff})`;

/** Photos and papers that show something: private, and without what a photo says of where and when it was taken. */
const evidence = {
  type: 'file',
  maxSize: 8 * 1024 * 1024,
  maxSelect: 6,
  mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as string[],
  thumbs: ['480x480f'] as string[],
  protected: true,
} as const;

/** A learner says that something went wrong with a lesson; its money waits until staff decided (domain rules 14 to 16). */
export const claimsCollection = defineCollection({
  name: 'claims',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true, ...fixed },
    learner: { type: 'relation', collection: 'users', ...ofCaller },
    instructor: { type: 'relation', collection: 'instructors', ...fromServer },
    kind: { type: 'select', values: ['first_lesson', 'quality', 'safety', 'identity'], required: true, ...fixed },
    text: { type: 'text', contacts: 'hidden until confirmed', max: 4000, ...fixed },
    wish: { type: 'select', values: ['refund', 'replacement'], ...fixed },
    evidence: { ...evidence, ...fixed },
    status: {
      type: 'select',
      values: ['open', 'talking', 'deciding', 'decided', 'withdrawn'],
      decided: { by: `${personRule} && learner = @request.auth.id`, isPassedOver: true },
    },
    outcome: { type: 'select', values: ['none', 'part', 'full', 'credit', 'replacement'], ...fromServer },
    refundCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    creditCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    talkUntil: { type: 'date', ...fromServer },
    evidenceUntil: { type: 'date', ...fromServer },
    decideBy: { type: 'date', ...fromServer },
    decidedAt: { type: 'date', ...fromServer },
    unheeded: { type: 'select', values: [...unheededReasons], ...fromServer, seenBy: staff },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['evidence'],
  rules: {
    list: parties,
    view: parties,
    create: `${personRule} && lesson.learner = @request.auth.id`,
    update: `${personRule} && learner = @request.auth.id`,
    delete: null,
  },
});

/** What a side of a claim says besides, with its evidence, until it is decided. Never changed. */
export const claimStatementsCollection = defineCollection({
  name: 'claim_statements',
  type: 'base',
  repeatable: true,
  fields: {
    claim: { type: 'relation', collection: 'claims', required: true, ...fixed },
    author: { type: 'relation', collection: 'users', ...ofCaller },
    text: { type: 'text', contacts: 'hidden until confirmed', max: 4000 },
    evidence,
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['evidence'],
  rules: {
    list: partiesOfClaim,
    view: partiesOfClaim,
    create: `${personRule} && (claim.lesson.learner = @request.auth.id || claim.lesson.instructor.user = @request.auth.id)`,
    update: null,
    delete: null,
  },
});

/** An admin's decision of a claim: once, and it moves the money. */
export const claimDecisionsCollection = defineCollection({
  name: 'claim_decisions',
  type: 'base',
  repeatable: true,
  fields: {
    claim: { type: 'relation', collection: 'claims', required: true },
    outcome: { type: 'select', values: ['none', 'part', 'full', 'credit', 'replacement'], required: true },
    refundCents: { type: 'number', onlyInt: true, min: 0 },
    /** Of the first-lesson guarantee: the instructor pays it instead of the platform. */
    instructorAtFault: { type: 'bool' },
    reason: { type: 'text', contacts: 'from staff', max: 2000, required: true },
    admin: { type: 'text', contacts: 'from the server', max: 15, ...fromServer, seenBy: staff },
    adminName: {
      type: 'text',
      contacts: 'a copy of what went through the door',
      max: 255,
      ...fromServer,
      seenBy: staff,
    },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: partiesOfClaim,
    view: partiesOfClaim,
    create: staffRule('claimDecisions'),
    update: null,
    delete: null,
  },
});
