import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && user = @request.auth.id`;

/** What the product tells a person; only `read` may be changed, by its owner. */
export const notificationsCollection = defineCollection({
  name: 'notifications',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', required: true, cascadeDelete: true, ...fixed },
    title: { type: 'text', contacts: 'a copy of what went through the door', max: 200, ...fixed },
    message: { type: 'text', contacts: 'a copy of what went through the door', max: 2000, ...fixed },
    type: { type: 'select', values: ['user', 'payment', 'system', 'security'], required: true, ...fixed },
    link: { type: 'text', contacts: 'a copy of what went through the door', max: 300, ...fixed },
    read: { type: 'bool' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: null, update: own, delete: own },
});
