import { defineCollection } from '#engine/collections/define-collection.ts';
import { staffRule } from '../../platform/rights/field-rights.ts';

const seen = staffRule('payments');

/** Money that came in on the operator's own account, as the bank's statement has it. The system writes it. */
export const bankLinesCollection = defineCollection({
  name: 'bank_lines',
  type: 'base',
  fields: {
    date: { type: 'text', contacts: 'from the server', max: 10, required: true },
    amountCents: { type: 'number', onlyInt: true, min: 1, required: true },
    text: { type: 'text', contacts: 'for staff: words about people', max: 1000, required: true },
    status: {
      type: 'select',
      values: ['open', 'matched', 'returning', 'returned', 'other', 'same', 'came_back'],
      required: true,
    },
    /** What it paid, and what became of it there. */
    payment: { type: 'text', contacts: 'from the server', max: 15 },
    outcome: { type: 'select', values: ['paid', 'over', 'short', 'double', 'late'] },
    /** An earlier line of the same day, amount and words that this one may be: a person decides. */
    likeLine: { type: 'text', contacts: 'from the server', max: 15 },
    bankReference: { type: 'text', contacts: 'from the server', max: 200 },
    importedBy: { type: 'text', contacts: 'from the server', max: 15 },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: seen, view: seen, create: null, update: null, delete: null },
});
