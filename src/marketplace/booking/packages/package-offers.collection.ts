import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, personRule } from '../../platform/rights/field-rights.ts';

const owner = `(${personRule} && instructor.user = @request.auth.id)`;
const ownOrAdmin = `(${personRule} && (instructor.user = @request.auth.id || ${adminRule}))`;

/** Packages of hours that an instructor sells: a length each, with the discount on the hourly price (domain rule 18). */
export const packageOffersCollection = defineCollection({
  name: 'package_offers',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true, ...fixed },
    minutes: { type: 'number', onlyInt: true, required: true, ...fixed },
    discountPercent: { type: 'number', onlyInt: true, min: 0, max: 50 },
    active: { type: 'bool' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: `(active = true && instructor.status = 'listed') || ${ownOrAdmin}`,
    view: `(active = true && instructor.status = 'listed') || ${ownOrAdmin}`,
    // Nobody else sells somebody's lessons for less.
    create: owner,
    update: owner,
    delete: owner,
  },
});
