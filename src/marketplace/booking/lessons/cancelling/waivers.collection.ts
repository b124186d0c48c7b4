import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fromServer, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;

/** What a late cancellation cost, let off by its instructor (domain rule 7). */
export const waiversCollection = defineCollection({
  name: 'waivers',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    reason: { type: 'text', contacts: 'hidden until confirmed', max: 1000 },
    refundCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: parties,
    view: parties,
    create: `${personRule} && (lesson.instructor.user = @request.auth.id || ${adminRule})`,
    update: null,
    delete: null,
  },
});
