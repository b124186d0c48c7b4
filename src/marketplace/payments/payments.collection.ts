import { defineCollection } from '#engine/collections/define-collection.ts';

const own = "learner = @request.auth.id || @request.auth.role = 'admin'";

/** Payments of lessons (api.md, A lesson's life). Creating one pays; its status tells how far that came. */
export const paymentsCollection = defineCollection({
  name: 'payments',
  type: 'base',
  repeatable: true,
  fields: {
    learner: { type: 'relation', collection: 'users' },
    lesson: { type: 'relation', collection: 'lessons', required: true },
    method: { type: 'select', values: ['card', 'paynow', 'credit', 'cash'], required: true },
    status: {
      type: 'select',
      values: ['requires_action', 'processing', 'succeeded', 'failed', 'expired', 'refunded', 'part_refunded'],
    },
    amountCents: { type: 'number', onlyInt: true, min: 0 },
    refundedCents: { type: 'number', onlyInt: true, min: 0 },
    provider: { type: 'text', max: 40 },
    providerReference: { type: 'text', max: 200, hidden: true },
    qrPayload: { type: 'text', max: 1000 },
    failureCode: { type: 'text', max: 60 },
    expiresAt: { type: 'date' },
    succeededAt: { type: 'date' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: "@request.auth.id != ''", update: null, delete: null },
});
