import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && (learner = @request.auth.id || ${staffRule('payments')})`;

/** Payments of lessons and packages (docs/api.md). Creating one pays; its status tells how far that came. */
export const paymentsCollection = defineCollection({
  name: 'payments',
  type: 'base',
  repeatable: true,
  fields: {
    learner: { type: 'relation', collection: 'users', ...fromServer },
    /** What it is for: a lesson, or a package of hours. */
    lesson: { type: 'relation', collection: 'lessons' },
    packagePurchase: { type: 'text', contacts: 'from the server', max: 15 },
    /** All lessons of a series that are held: each has a payment of its own, charged with the first. */
    lessonSeries: { type: 'text', contacts: 'from the server', max: 15 },
    chargedWith: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    /** What its payer is asked for where it is charged for others, too; else 0: `amountCents` is. */
    chargedCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    method: { type: 'select', values: ['card', 'paynow', 'credit', 'cash'], required: true },
    status: {
      type: 'select',
      values: ['requires_action', 'processing', 'succeeded', 'failed', 'expired', 'refunded', 'part_refunded'],
      ...fromServer,
    },
    amountCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    /** The package whose minutes paid, and how many. */
    drawnFrom: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    drawnMinutes: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    refundedCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    provider: { type: 'text', contacts: 'from the server', max: 40, ...fromServer },
    providerReference: { type: 'text', contacts: 'from the server', max: 200, hidden: true },
    qrPayload: { type: 'text', contacts: 'from the server', max: 1000, ...fromServer },
    /** By which the payer's browser pays at the provider. */
    clientSecret: {
      type: 'text',
      contacts: 'from the server',
      max: 300,
      ...fromServer,
      seenBy: `${personRule} && learner = @request.auth.id`,
    },
    /** By what it is known in the bank's statement, and when its payer said to have paid. */
    billReference: { type: 'text', contacts: 'from the server', max: 25, ...fromServer },
    declaredAt: { type: 'date', ...fromServer },
    /** Of the card that paid, for the receipt. */
    cardLast4: { type: 'text', contacts: 'from the server', pattern: '^(\\d{4})?$', ...fromServer },
    failureCode: { type: 'text', contacts: 'from the server', max: 60, ...fromServer },
    expiresAt: { type: 'date', ...fromServer },
    succeededAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: personRule, update: null, delete: null },
});
