import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, fromServer, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('users');
const own = `${personRule} && user = @request.auth.id`;
const ownOrStaff = `(${own}) || ${staff}`;
const stamps = {
  created: { type: 'autodate', onCreate: true },
  updated: { type: 'autodate', onCreate: true, onUpdate: true },
} as const;

/** What staff can ask to have changed of another person's account: what opens it, and a colleague's part in the staff. */
export const changedFields = ['email', 'twoFactor', 'role', 'suspended'] as const;
export type ChangedField = (typeof changedFields)[number];

/** What staff asked to have changed of another person's account, and what became of it. All of them stay. */
export const accountChangesCollection = defineCollection({
  name: 'account_changes',
  type: 'base',
  fields: {
    // No relation: what was asked goes with the account by the database, which lets nobody else change or remove it.
    user: { type: 'text', contacts: 'from the server', required: true, max: 15, ...fixed },
    field: { type: 'select', values: [...changedFields], required: true, ...fixed },
    value: { type: 'text', contacts: 'takes a form of its own', max: 255, ...fixed },
    was: { type: 'text', contacts: 'from the server', max: 255, ...fromServer },
    reason: { type: 'text', contacts: 'from staff', max: 500, ...fixed },
    status: {
      type: 'select',
      values: ['waiting', 'done', 'refused', 'withdrawn', 'lapsed'],
      decided: { by: ownOrStaff, usual: 'waiting' },
    },
    starter: { type: 'text', contacts: 'from the server', max: 15, ...fromServer, seenBy: staff },
    starterName: { type: 'text', contacts: 'from the server', max: 255, ...fromServer, seenBy: staff },
    personName: { type: 'text', contacts: 'from the server', max: 255, ...fromServer },
    expires: { type: 'date', ...fromServer },
    takesEffectAt: { type: 'date', ...fromServer },
    /** Of the suspension of a colleague that locks the account at once: until when, if nobody confirms it. */
    lockedUntil: { type: 'date', ...fromServer },
    ...stamps,
  },
  rules: { list: ownOrStaff, view: ownOrStaff, create: staff, update: ownOrStaff, delete: null },
});

/** The second word about a change: of the old address, of another administrator, of the operator's command line or of time. */
export const accountChangeConfirmationsCollection = defineCollection({
  name: 'account_change_confirmations',
  type: 'base',
  fields: {
    change: { type: 'relation', collection: 'account_changes', required: true, cascadeDelete: true, ...fixed },
    way: { type: 'select', values: ['administrator', 'old_address', 'command_line', 'time'], ...fromServer },
    confirmer: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    confirmerName: { type: 'text', contacts: 'from the server', max: 255, ...fromServer },
    ...stamps,
  },
  rules: { list: staff, view: staff, create: staff, update: null, delete: null },
});
