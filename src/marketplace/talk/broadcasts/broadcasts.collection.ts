import { defineCollection } from '#engine/collections/define-collection.ts';
import { byServer, fromServer, staffRule } from '../../platform/rights/field-rights.ts';

export const audiences = ['learners', 'instructors', 'everybody'] as const;
export const broadcastKinds = ['necessary', 'news', 'offers'] as const;

const staff = staffRule('broadcasts');

/**
 * What staff write to many people at once. A draft is sent by its status `sending`, which writes down whom it goes to; `stopped` ends that. What was begun
 * to be sent is changed and deleted no more.
 */
export const broadcastsCollection = defineCollection({
  name: 'broadcasts',
  type: 'base',
  fields: {
    title: { type: 'text', contacts: 'from staff', min: 3, max: 120, required: true },
    message: { type: 'text', contacts: 'from staff', min: 3, max: 1500, required: true },
    audience: { type: 'select', values: [...audiences], required: true },
    area: { type: 'text', contacts: 'takes a form of its own', max: 60 },
    language: { type: 'select', values: ['en', 'es', 'fr', 'de', 'zh', 'ms', 'ta'] },
    kind: { type: 'select', values: [...broadcastKinds], required: true },
    status: { type: 'select', values: ['draft', 'sending', 'sent', 'stopped'] },
    recipients: { type: 'number', onlyInt: true, min: 0, ...byServer },
    sent: { type: 'number', onlyInt: true, min: 0, ...byServer },
    author: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    authorName: { type: 'text', contacts: 'a copy of what went through the door', max: 200, ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: staff, view: staff, create: staff, update: staff, delete: staff },
});
