import { defineCollection } from '#engine/collections/define-collection.ts';

const own = 'user = @request.auth.id';
const onlyRead = ['user', 'title', 'message', 'type', 'link']
  .map((name) => `@request.body.${name}:isset = false`)
  .join(' && ');

/** What the product tells a person; only `read` may be changed, by its owner. */
export const notificationsCollection = defineCollection({
  name: 'notifications',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', required: true, cascadeDelete: true },
    title: { type: 'text', max: 200 },
    message: { type: 'text', max: 2000 },
    type: { type: 'select', values: ['user', 'payment', 'system', 'security'], required: true },
    link: { type: 'text', max: 300 },
    read: { type: 'bool' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: null, update: `${own} && ${onlyRead}`, delete: own },
});
