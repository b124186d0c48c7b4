import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, fromServer, ofCaller, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const parties = `${personRule} && (user = @request.auth.id || ${staffRule('support')})`;

/**
 * A question to the support with all that follows (domain rule 33). Created with `text`, which becomes its first message; either side
 * may close it, and the next message opens it again.
 */
export const supportRequestsCollection = defineCollection({
  name: 'support_requests',
  type: 'base',
  repeatable: true,
  fields: {
    user: { type: 'relation', collection: 'users', cascadeDelete: true, ...ofCaller },
    category: {
      type: 'select',
      values: ['account', 'booking', 'payment', 'lesson', 'safety', 'other'],
      required: true,
      ...fixed,
    },
    subject: {
      type: 'text',
      contacts: 'read by its writer and staff alone',
      min: 3,
      max: 150,
      required: true,
      ...fixed,
    },
    status: { type: 'select', values: ['open', 'answered', 'closed'] },
    answerBy: { type: 'date', ...fromServer },
    lastText: { type: 'text', contacts: 'a copy of what went through the door', max: 300, ...fromServer },
    lastMessageAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: parties,
    view: parties,
    create: personRule,
    update: parties,
    delete: null,
  },
});
