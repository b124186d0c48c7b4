import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && (instructor.user = @request.auth.id || ${staffRule('payouts')})`;

/** Money on its way to instructors. The clock plans them weekly; an admin who creates one pays an instructor what is payable now. */
export const payoutsCollection = defineCollection({
  name: 'payouts',
  type: 'base',
  repeatable: true,
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true },
    amountCents: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    status: { type: 'select', values: ['planned', 'sent', 'paid', 'failed'], ...fromServer },
    /** The payout day, by Singapore's calendar. */
    date: { type: 'text', contacts: 'from the server', max: 10, ...fromServer },
    provider: { type: 'text', contacts: 'from the server', max: 40, ...fromServer },
    providerReference: { type: 'text', contacts: 'from the server', max: 200, hidden: true },
    failureCode: { type: 'text', contacts: 'from the server', max: 60, ...fromServer },
    attempts: { type: 'number', onlyInt: true, ...fromServer },
    dueAt: { type: 'date', hidden: true },
    sentAt: { type: 'date', ...fromServer },
    paidAt: { type: 'date', ...fromServer },
    returnedAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: staffRule('payouts'), update: null, delete: null },
});
