import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, personRule, staffRule } from '../../platform/rights/field-rights.ts';

// Who reads claims needs to know how their lessons came to that, and nothing of anybody else's diary.
const ofClaims = `(${staffRule('claims')} && lesson.claims_via_lesson.id ?!= '')`;
const seen = `${personRule} && (lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule} || ${ofClaims})`;

/** The history of a lesson, a record a move, seen by its parties and staff. The system writes it; nobody changes it, not even superusers. */
export const lessonMovesCollection = defineCollection({
  name: 'lesson_moves',
  type: 'base',
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true, cascadeDelete: true },
    from: { type: 'text', contacts: 'from the server' },
    to: { type: 'text', contacts: 'from the server', required: true },
    event: { type: 'text', contacts: 'from the server', required: true },
    actor: { type: 'text', contacts: 'from the server' },
    actorRole: { type: 'select', values: ['learner', 'instructor', 'admin', 'superuser', 'system'], required: true },
    reason: { type: 'text', contacts: 'a copy of what went through the door', max: 2000 },
    policyVersion: { type: 'number', onlyInt: true },
    sequence: { type: 'number', onlyInt: true },
    created: { type: 'autodate', onCreate: true },
  },
  rules: { list: seen, view: seen, create: null, update: null, delete: null },
});
