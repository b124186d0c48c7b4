import { defineCollection } from '#engine/collections/define-collection.ts';
import { ofCaller, personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && user = @request.auth.id`;

/** A browser that a person is told in by push, with the keys that only that browser can read by (RFC 8291). */
export const pushSubscriptionsCollection = defineCollection({
  name: 'push_subscriptions',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', cascadeDelete: true, ...ofCaller },
    endpoint: { type: 'url', contacts: 'read by its writer and staff alone', required: true },
    p256dh: { type: 'text', required: true, pattern: '^[A-Za-z0-9_-]{87}=?$' },
    auth: { type: 'text', required: true, pattern: '^[A-Za-z0-9_-]{22}={0,2}$' },
    device: { type: 'text', contacts: 'read by its writer and staff alone', max: 200 },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  isKeptFromLookers: true,
  rules: { list: own, view: own, create: personRule, update: null, delete: own },
});
