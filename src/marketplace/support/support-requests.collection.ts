import { defineCollection } from '#engine/collections/define-collection.ts';

const admin = "@request.auth.role = 'admin'";
const parties = `user = @request.auth.id || ${admin}`;
const onlyStatus = ['user', 'category', 'subject', 'answerBy', 'lastText', 'lastMessageAt']
  .map((name) => `@request.body.${name}:isset = false`)
  .join(' && ');

/**
 * A question to the support with all that follows (domain.md, rule 33). Created with `text`, which becomes its first message; either side
 * may close it, and the next message opens it again.
 */
export const supportRequestsCollection = defineCollection({
  name: 'support_requests',
  type: 'base',
  repeatable: true,
  fields: {
    user: { type: 'relation', collection: 'users', cascadeDelete: true },
    category: {
      type: 'select',
      values: ['account', 'booking', 'payment', 'lesson', 'safety', 'other'],
      required: true,
    },
    subject: { type: 'text', min: 3, max: 150, required: true },
    status: { type: 'select', values: ['open', 'answered', 'closed'] },
    answerBy: { type: 'date' },
    lastText: { type: 'text', max: 300 },
    lastMessageAt: { type: 'date' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: parties,
    view: parties,
    create: "@request.auth.id != ''",
    update: `(${parties}) && ${onlyStatus}`,
    delete: null,
  },
});
