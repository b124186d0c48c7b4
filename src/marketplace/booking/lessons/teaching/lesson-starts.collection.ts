import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;

/** The beginning of a lesson (docs/api.md). The learner's `code` is sent along and not kept. */
export const lessonStartsCollection = defineCollection({
  name: 'lesson_starts',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    pdlSeen: { type: 'bool' },
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
