import { defineCollection } from '#engine/collections/define-collection.ts';
import { personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && user = @request.auth.id`;

/** The instructors that somebody wants to find again; nobody else's business, the instructor's neither. */
export const savedInstructorsCollection = defineCollection({
  name: 'saved_instructors',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', required: true, cascadeDelete: true },
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: own, update: null, delete: own },
});
