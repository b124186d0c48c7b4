import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, fromServer, personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && (learner = @request.auth.id || ${adminRule})`;
const stamps = {
  created: { type: 'autodate', onCreate: true },
  updated: { type: 'autodate', onCreate: true, onUpdate: true },
} as const;

/** What a learner waits for: times of a class, near, at hours and before a day that suit, with one instructor or any (domain rule 31). */
export const waitlistEntriesCollection = defineCollection({
  name: 'waitlist_entries',
  type: 'base',
  repeatable: true,
  fields: {
    learner: { type: 'relation', collection: 'users', ...fromServer },
    licenceClass: {
      type: 'select',
      values: ['3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'],
      required: true,
      ...fixed,
    },
    areas: { type: 'json', contacts: 'takes a form of its own', maxSize: 4000, ...fixed },
    windows: { type: 'json', contacts: 'takes a form of its own', maxSize: 4000, ...fixed },
    /** A date; of an instant it is the day that one falls on. */
    before: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}(?:[T ].+)?$', max: 40, ...fixed },
    instructor: { type: 'relation', collection: 'instructors', ...fixed },
    status: { type: 'select', values: ['open', 'done', 'over'], ...fromServer },
    /** Keeps its place, and is offered nothing meanwhile. */
    paused: { type: 'bool' },
    ...stamps,
  },
  rules: { list: own, view: own, create: personRule, update: own, delete: own },
});

/** A freed time that somebody who waits may take: open for a while, taken by holding it, won by paying. The system makes it. */
export const waitlistOffersCollection = defineCollection({
  name: 'waitlist_offers',
  type: 'base',
  fields: {
    entry: { type: 'relation', collection: 'waitlist_entries', required: true, cascadeDelete: true, ...fixed },
    learner: { type: 'relation', collection: 'users', ...fixed },
    instructor: { type: 'relation', collection: 'instructors', required: true, ...fixed },
    start: { type: 'date', ...fixed },
    durationMinutes: { type: 'number', onlyInt: true, ...fixed },
    expiresAt: { type: 'date', ...fixed },
    status: { type: 'select', values: ['open', 'taken', 'lapsed', 'declined'] },
    lesson: { type: 'text', contacts: 'from the server', max: 15, ...fixed },
    ...stamps,
  },
  rules: { list: own, view: own, create: null, update: `${personRule} && learner = @request.auth.id`, delete: null },
});
