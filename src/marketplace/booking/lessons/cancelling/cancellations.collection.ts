import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fromServer, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;

/** A lesson that was called off, by whom, and what that came to (docs/api.md). */
export const cancellationsCollection = defineCollection({
  name: 'cancellations',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    reason: { type: 'text', contacts: 'hidden until confirmed', max: 1000 },
    /** Of an instructor, with a note: then it says nothing of how reliable they are (domain rule 12). */
    excuse: { type: 'select', values: ['illness', 'breakdown', 'police'] },
    /** How its learner wants what comes back: as credit at once; empty: the way it was paid (domain rule 5). */
    refundTo: { type: 'select', values: ['credit'] },
    cancelledBy: { type: 'select', values: ['learner', 'instructor', 'admin'], ...fromServer },
    /** Back the way it was paid, or as credit where `refundTo` says so. */
    refundPercent: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    refundCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    /** Comes back on top of the refund: of the discount that was kept when the package which paid the lesson ended (domain rule 18). */
    keptBackCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    /** Goodwill or mercy pass; never part of the refund. */
    creditCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    /** The price less the refund. */
    feeCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    /** What of the fee came back later: the time was taken by somebody else, or the instructor waived it. */
    returnedCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    isLate: { type: 'bool', ...fromServer },
    usesMercyPass: { type: 'bool', ...fromServer },
    isRefilled: { type: 'bool', ...fromServer },
    isWaived: { type: 'bool', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: parties, view: parties, create: parties, update: null, delete: null },
});
