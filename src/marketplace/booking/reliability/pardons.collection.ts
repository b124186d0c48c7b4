import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, personRule } from '../../platform/rights/field-rights.ts';

const seen = `${personRule} && (instructor.user = @request.auth.id || ${adminRule})`;

/** Staff decide that what an instructor did before it counts no more (domain rule 12: an appeal that was granted). */
export const reliabilityPardonsCollection = defineCollection({
  name: 'reliability_pardons',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true },
    reason: { type: 'text', contacts: 'from staff', max: 2000, required: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: seen, view: seen, create: adminRule, update: null, delete: null },
});
