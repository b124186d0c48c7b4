import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, ofCaller, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('support');
const parties = `${personRule} && (request.user = @request.auth.id || ${staff})`;

/** What is written in a support request by its user or by an admin, who then speaks for the support. Never changed. */
export const supportMessagesCollection = defineCollection({
  name: 'support_messages',
  type: 'base',
  repeatable: true,
  fields: {
    request: { type: 'relation', collection: 'support_requests', required: true, cascadeDelete: true },
    sender: { type: 'relation', collection: 'users', cascadeDelete: true, ...ofCaller },
    fromSupport: { type: 'bool', ...fromServer },
    /** Who of the staff wrote it, told to staff only: those who asked are answered by the support. */
    senderName: {
      type: 'text',
      contacts: 'a copy of what went through the door',
      max: 255,
      ...fromServer,
      seenBy: staff,
    },
    text: { type: 'text', contacts: 'read by its writer and staff alone', max: 4000 },
    attachments: {
      type: 'file',
      maxSize: 8 * 1024 * 1024,
      maxSelect: 4,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
      thumbs: ['480x480f'],
      protected: true,
    },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  // A photo says where and when it was taken.
  cleanImages: ['attachments'],
  rules: { list: parties, view: parties, create: parties, update: null, delete: null },
});
