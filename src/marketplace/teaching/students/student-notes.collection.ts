import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && instructor.user = @request.auth.id`;

/** What an instructor notes about somebody they teach; nobody else's business, the learner's neither until they ask for their data. */
export const studentNotesCollection = defineCollection({
  name: 'student_notes',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true, ...fixed },
    learner: { type: 'relation', collection: 'users', required: true, cascadeDelete: true, ...fixed },
    text: { type: 'text', contacts: 'read by its writer and staff alone', max: 4000 },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: own, update: own, delete: own },
});
