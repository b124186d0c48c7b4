import { defineCollection } from '#engine/collections/define-collection.ts';
import { staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('rules');

/**
 * What the operator knows of pick-ups in a planning area (domain a3): where to meet, or where one may not stop, on which weekdays (none: every day) and
 * between which minutes of the local day. It warns and refuses nothing.
 */
export const pickupAdviceCollection = defineCollection({
  name: 'pickup_advice',
  type: 'base',
  fields: {
    area: { type: 'text', contacts: 'from staff', required: true, max: 60 },
    kind: { type: 'select', values: ['meet', 'avoid'], required: true },
    text: { type: 'text', contacts: 'from staff', required: true, max: 300 },
    weekdays: { type: 'json', contacts: 'takes a form of its own', maxSize: 100 },
    startMinute: { type: 'number', onlyInt: true, min: 0, max: 1439 },
    endMinute: { type: 'number', onlyInt: true, min: 0, max: 1440 },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: '', view: '', create: staff, update: staff, delete: staff },
});
