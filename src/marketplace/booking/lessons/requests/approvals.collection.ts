import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;

/** An instructor's answer to a requested lesson (docs/api.md). */
export const approvalsCollection = defineCollection({
  name: 'approvals',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    decision: { type: 'select', values: ['accept', 'decline'], required: true },
    reason: { type: 'text', contacts: 'hidden until confirmed', max: 1000 },
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
