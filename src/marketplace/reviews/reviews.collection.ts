import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, personRule } from '../rights/field-rights.ts';

const parties = `${personRule} && (author = @request.auth.id || lesson.learner = @request.auth.id || lesson.instructor.user = @request.auth.id || ${adminRule})`;
const seen = `publishedAt != '' || author = @request.auth.id || ${adminRule}`;

/** Reviews of completed paid lessons, public once published (domain rule 24). */
export const reviewsCollection = defineCollection({
  name: 'reviews',
  type: 'base',
  repeatable: true,
  fields: {
    lesson: { type: 'relation', collection: 'lessons', required: true, seenBy: parties },
    instructor: { type: 'relation', collection: 'instructors', required: true },
    author: { type: 'relation', collection: 'users', required: true, seenBy: parties },
    side: { type: 'select', values: ['learner', 'instructor'], required: true },
    rating: { type: 'number', onlyInt: true, min: 1, max: 5, required: true },
    text: { type: 'text', max: 2000 },
    tags: { type: 'select', values: ['patience', 'clarity', 'punctuality', 'value'], maxSelect: 4 },
    authorName: { type: 'text', max: 100 },
    publishedAt: { type: 'date' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: seen, view: seen, create: null, update: null, delete: null },
});
