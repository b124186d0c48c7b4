import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, personRule } from '../../../platform/rights/field-rights.ts';

const parties = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;

/** The learner says, too, that a lesson was given, after its instructor finished it (domain rule 21). */
export const lessonConfirmationsCollection = defineCollection({
  name: 'lesson_confirmations',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: parties,
    view: parties,
    create: `${personRule} && lesson.learner = @request.auth.id`,
    update: null,
    delete: null,
  },
});
