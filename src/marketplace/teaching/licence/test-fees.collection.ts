import { defineCollection } from '#engine/collections/define-collection.ts';
import { staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('rules');

/** What the police and the centres charge (domain a2): each amount from a local date of booking on. */
export const testFeesCollection = defineCollection({
  name: 'test_fees',
  type: 'base',
  fields: {
    kind: {
      type: 'select',
      values: ['basic_theory', 'provisional_licence', 'final_theory', 'simulator', 'practical_test', 'licence'],
      required: true,
    },
    cents: { type: 'number', onlyInt: true, min: 0, max: 1_000_000 },
    effectiveFrom: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$', required: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: '', view: '', create: staff, update: staff, delete: staff },
});
