import { defineCollection } from '#engine/collections/define-collection.ts';
import { staffRule } from '../rights/field-rights.ts';

const staff = staffRule('rules');

/** The dated versions of the platform's rules (api.md): figures that decide. Only versions of the future can be changed or deleted. */
export const policiesCollection = defineCollection({
  name: 'policies',
  type: 'base',
  fields: {
    version: { type: 'number', onlyInt: true, min: 1, max: 1_000_000 },
    effectiveFrom: { type: 'date', required: true },
    values: { type: 'json', contacts: 'from staff' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: '', view: '', create: staff, update: staff, delete: staff },
});
