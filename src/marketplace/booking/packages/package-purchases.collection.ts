import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const own = `learner = @request.auth.id || ${staffRule('payments')}`;
const parties = `${personRule} && (${own} || instructor.user = @request.auth.id)`;

/** A package that a learner bought, or is about to pay: `payments {packagePurchase}` makes it active. */
export const packagePurchasesCollection = defineCollection({
  name: 'package_purchases',
  type: 'base',
  repeatable: true,
  fields: {
    learner: { type: 'relation', collection: 'users', ...fromServer },
    instructor: { type: 'relation', collection: 'instructors', required: true },
    minutes: { type: 'number', onlyInt: true, required: true },
    priceCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    hourlyCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    discountPercent: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    minutesLeft: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    expiresOn: { type: 'text', contacts: 'from the server', ...fromServer },
    status: { type: 'select', values: ['pending', 'active', 'used', 'refunded', 'expired'], ...fromServer },
    policyVersion: { type: 'number', onlyInt: true, ...fromServer },
    boughtAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: parties, view: parties, create: personRule, update: null, delete: null },
});

/** The end of a package before its hours are used: what went back to the learner, and why. */
export const packageRefundsCollection = defineCollection({
  name: 'package_refunds',
  type: 'base',
  repeatable: true,
  fields: {
    packagePurchase: { type: 'relation', collection: 'package_purchases', required: true },
    reason: {
      type: 'select',
      values: ['asked', 'no_slots', 'instructor_ends', 'expired', 'safety', 'handed_over'],
      ...fromServer,
    },
    refundCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    keptCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: `${personRule} && (packagePurchase.learner = @request.auth.id || ${staffRule('payments')})`,
    view: `${personRule} && (packagePurchase.learner = @request.auth.id || ${staffRule('payments')})`,
    create: personRule,
    update: null,
    delete: null,
  },
});
