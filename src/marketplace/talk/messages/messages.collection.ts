import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, ofCaller, personRule } from '../../platform/rights/field-rights.ts';

const parties = `${personRule} && (conversation.learner = @request.auth.id || conversation.instructor.user = @request.auth.id)`;

/**
 * What one party of a conversation writes to the other (api.md). Before a confirmed lesson between the two, contact details in the text
 * are hidden and nothing can be attached (domain rule 30). Never changed; kept for 12 months (rule 32).
 */
export const messagesCollection = defineCollection({
  name: 'messages',
  type: 'base',
  repeatable: true,
  fields: {
    conversation: { type: 'relation', collection: 'conversations', required: true, cascadeDelete: true },
    sender: { type: 'relation', collection: 'users', cascadeDelete: true, ...ofCaller },
    text: { type: 'text', contacts: 'hidden until confirmed', max: 4000 },
    attachments: {
      type: 'file',
      maxSize: 8 * 1024 * 1024,
      maxSelect: 4,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
      thumbs: ['480x480f'],
      protected: true,
    },
    contactsHidden: { type: 'bool', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  // A photo says where and when it was taken.
  cleanImages: ['attachments'],
  rules: { list: parties, view: parties, create: parties, update: null, delete: null },
});
