import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, fixed, fromServer, personRule } from '../../platform/rights/field-rights.ts';

const own = `(${personRule} && (instructor.user = @request.auth.id || ${adminRule}))`;
/** Who has a profile need not name it: it is filled in (register-own-learner-hooks.ts). */
const made = `(${personRule} && (instructor = '' || instructor.user = @request.auth.id || ${adminRule}))`;

/** Learners whom an instructor brought along, not the market: no fee is taken of their lessons once they joined (domain rule 20). */
export const ownLearnersCollection = defineCollection({
  name: 'own_learners',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', ...fixed },
    name: { type: 'text', contacts: 'a name', required: true, max: 120 },
    phone: { type: 'text', contacts: 'read by its writer and staff alone', max: 20 },
    note: { type: 'text', contacts: 'read by its writer and staff alone', max: 1000 },
    /** Their account, once they joined by the code. */
    user: { type: 'relation', collection: 'users', ...fromServer },
    /** What the instructor gives them to join with. */
    inviteCode: { type: 'text', contacts: 'from the server', max: 20, ...fromServer },
    joinedAt: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: own, view: own, create: made, update: own, delete: own },
});
