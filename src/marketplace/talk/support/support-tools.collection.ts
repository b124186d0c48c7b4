import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, fromServer, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('support');

/** What the support answers often, to be put into an answer and changed there. */
export const savedAnswersCollection = defineCollection({
  name: 'saved_answers',
  type: 'base',
  fields: {
    title: { type: 'text', contacts: 'from staff', min: 2, max: 100, required: true },
    text: { type: 'text', contacts: 'from staff', min: 2, max: 4000, required: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: staff, view: staff, create: staff, update: staff, delete: staff },
});

/** A lesson, payment or person that a request is about, for the support alone; one of those that have to do with who asked. */
export const supportJoinsCollection = defineCollection({
  name: 'support_joins',
  type: 'base',
  fields: {
    request: { type: 'relation', collection: 'support_requests', required: true, cascadeDelete: true, ...fixed },
    kind: { type: 'select', values: ['lesson', 'payment', 'person'], required: true, ...fixed },
    record: { type: 'text', contacts: 'takes a form of its own', max: 15, required: true, ...fixed },
    label: { type: 'text', contacts: 'for staff: words about people', max: 300, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: staff, view: staff, create: staff, update: null, delete: staff },
});
