import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, personRule } from '../../platform/rights/field-rights.ts';

const own = `(${personRule} && (ownLearner.instructor.user = @request.auth.id || ${adminRule}))`;

/** What an own learner paid to the instructor themself, in cash or by PayNow, as the instructor wrote it down. Kerbside never holds this money. */
export const ownPaymentsCollection = defineCollection({
  name: 'own_payments',
  type: 'base',
  repeatable: true,
  fields: {
    ownLearner: { type: 'relation', collection: 'own_learners', required: true, ...fixed },
    amountCents: { type: 'number', onlyInt: true, min: 1, max: 1_000_000, required: true },
    method: { type: 'select', values: ['cash', 'paynow'], required: true },
    paidOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$', required: true },
    note: { type: 'text', contacts: 'read by its writer and staff alone', max: 300 },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: own, update: own, delete: own },
});
