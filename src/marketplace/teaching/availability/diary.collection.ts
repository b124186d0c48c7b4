import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const ownDiary = `${personRule} && (instructor.user = @request.auth.id || ${adminRule})`;
const rules = {
  list: ownDiary,
  view: ownDiary,
  create: ownDiary,
  update: ownDiary,
  delete: ownDiary,
};
const instructor = {
  type: 'relation',
  collection: 'instructors',
  required: true,
  cascadeDelete: true,
  ...fixed,
} as const;
const stamps = {
  created: { type: 'autodate', onCreate: true },
  updated: { type: 'autodate', onCreate: true, onUpdate: true },
} as const;

/** Weekly windows in the instructor's wall time (docs/api.md). Overlapping and touching windows merge. */
export const availabilityRulesCollection = defineCollection({
  name: 'availability_rules',
  type: 'base',
  fields: {
    instructor,
    weekday: { type: 'number', onlyInt: true, min: 0, max: 6 },
    startMinute: { type: 'number', onlyInt: true, min: 0, max: 1439 },
    endMinute: { type: 'number', onlyInt: true, min: 1, max: 1440, required: true },
    ...stamps,
  },
  rules,
});

/** One date's windows instead of that weekday's; none closes the date. */
export const availabilityOverridesCollection = defineCollection({
  name: 'availability_overrides',
  type: 'base',
  fields: {
    instructor,
    date: { type: 'text', required: true, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    windows: { type: 'json', contacts: 'takes a form of its own', maxSize: 4000 },
    ...stamps,
  },
  rules,
});

/** Time that an instructor is away; subtracts without moving the grid. */
export const timeOffCollection = defineCollection({
  name: 'time_off',
  type: 'base',
  fields: {
    instructor,
    start: { type: 'date', required: true },
    end: { type: 'date', required: true },
    reason: { type: 'text', contacts: 'read by its writer and staff alone', max: 500 },
    ...stamps,
  },
  rules,
});

/** Public holidays of the platform; `closes` subtracts unless the instructor works holidays. */
export const holidaysCollection = defineCollection({
  name: 'holidays',
  type: 'base',
  fields: {
    date: { type: 'text', required: true, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    name: { type: 'text', contacts: 'from staff', max: 200 },
    closes: { type: 'bool' },
    ...stamps,
  },
  rules: {
    list: '',
    view: '',
    create: staffRule('rules'),
    update: staffRule('rules'),
    delete: staffRule('rules'),
  },
});
