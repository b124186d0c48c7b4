import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && user = @request.auth.id`;

/**
 * What a person wants to hear and by which channel: both the channel and the category must be on. One row comes with each account, under
 * the account's id; it can be made anew where an old backup lacks it. Mail that a booking, its money or the account's safety depends on
 * is sent whatever is chosen (docs/decisions/outgoing-messages.md).
 */
export const notificationPreferencesCollection = defineCollection({
  name: 'notification_preferences',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', required: true, cascadeDelete: true, ...fixed },
    email: { type: 'bool' },
    push: { type: 'bool' },
    sms: { type: 'bool' },
    sound: { type: 'bool' },
    account: { type: 'bool' },
    billing: { type: 'bool' },
    system: { type: 'bool' },
    marketing: { type: 'bool' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: {
    list: own,
    view: own,
    create: own,
    update: own,
    delete: null,
  },
});
