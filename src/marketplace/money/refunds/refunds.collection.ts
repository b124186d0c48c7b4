import { defineCollection } from '#engine/collections/define-collection.ts';
import { personRule, staffRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && (learner = @request.auth.id || ${staffRule('payments')})`;

/** Money that goes back to where a payment came from: due, sent, then paid or failed. The system writes it. */
export const refundsCollection = defineCollection({
  name: 'refunds',
  type: 'base',
  fields: {
    payment: { type: 'relation', collection: 'payments', required: true },
    learner: { type: 'relation', collection: 'users', required: true },
    amountCents: { type: 'number', onlyInt: true, min: 1, required: true },
    status: { type: 'select', values: ['due', 'sent', 'paid', 'failed'], required: true },
    providerReference: { type: 'text', contacts: 'from the server', max: 200, hidden: true },
    failureCode: { type: 'text', contacts: 'from the server', max: 60 },
    attempts: { type: 'number', onlyInt: true, hidden: true },
    dueAt: { type: 'date', hidden: true },
    sentAt: { type: 'date' },
    paidAt: { type: 'date' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: null, update: null, delete: null },
});
