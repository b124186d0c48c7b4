import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('papers');

/**
 * What was found of an instructor on the Traffic Police's public list of licensed instructors, as of `listedOn`. The last one decides what the
 * instructor's page says of the list, and since when; nothing else follows from it by itself.
 */
export const policeChecksCollection = defineCollection({
  name: 'police_checks',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true },
    listedOn: { type: 'text', required: true, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    outcome: { type: 'select', values: ['found', 'missing', 'name_differs', 'expired'], required: true },
    listedName: { type: 'text', contacts: 'for staff: words about people', max: 255 },
    note: { type: 'text', contacts: 'for staff: words about people', max: 1000 },
    checker: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    checkerName: { type: 'text', contacts: 'a copy of what went through the door', max: 255, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: staff, view: staff, create: staff, update: null, delete: null },
});
