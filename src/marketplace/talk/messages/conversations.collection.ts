import { defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, personRule } from '../../platform/rights/field-rights.ts';

const parties = `${personRule} && (learner = @request.auth.id || instructor.user = @request.auth.id)`;

/**
 * A learner and an instructor who write to each other; one for each pair. Names, the newest message and what is unread are kept by the
 * server. Opened by a learner with a listed instructor, or by an instructor with a learner of theirs.
 */
export const conversationsCollection = defineCollection({
  name: 'conversations',
  type: 'base',
  fields: {
    learner: { type: 'relation', collection: 'users', cascadeDelete: true },
    instructor: { type: 'relation', collection: 'instructors', cascadeDelete: true },
    learnerName: { type: 'text', contacts: 'a copy of what went through the door', max: 255, ...fromServer },
    instructorName: { type: 'text', contacts: 'a copy of what went through the door', max: 255, ...fromServer },
    lastText: { type: 'text', contacts: 'a copy of what went through the door', max: 300, ...fromServer },
    lastSender: { type: 'relation', collection: 'users', ...fromServer },
    lastMessageAt: { type: 'date', ...fromServer },
    learnerUnread: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    instructorUnread: { type: 'number', onlyInt: true, min: 0, ...fromServer },
    learnerReadAt: { type: 'date', ...fromServer },
    instructorReadAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: parties, view: parties, create: personRule, update: null, delete: null },
});
