import { defineCollection } from '#engine/collections/define-collection.ts';
import { fixed, fromServer, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const staff = staffRule('papers');
const ofOneself = `${personRule} && instructor.user = @request.auth.id`;
const read = `(${ofOneself}) || ${staff}`;
const checker = {
  checker: { type: 'text', contacts: 'from the server', max: 15, ...fromServer, seenBy: staff },
  checkerName: {
    type: 'text',
    contacts: 'a copy of what went through the door',
    max: 255,
    ...fromServer,
    seenBy: staff,
  },
} as const;
const stamps = {
  created: { type: 'autodate', onCreate: true },
  updated: { type: 'autodate', onCreate: true, onUpdate: true },
} as const;
const instructor = {
  type: 'relation',
  collection: 'instructors',
  required: true,
  cascadeDelete: true,
  ...fixed,
} as const;

/** An instructor says that everything is there to be checked. */
export const instructorSubmissionsCollection = defineCollection({
  name: 'instructor_submissions',
  type: 'base',
  fields: { instructor, ...stamps },
  rules: { list: read, view: read, create: ofOneself, update: null, delete: null },
});

/** What staff checked of an instructor, when, until when it holds, and what came of it. All of them stay. */
export const verificationsCollection = defineCollection({
  name: 'verifications',
  type: 'base',
  fields: {
    instructor,
    outcome: { type: 'select', values: ['accepted', 'refused', 'suspended', 'restored'], required: true, ...fixed },
    checks: { type: 'json', contacts: 'from staff', maxSize: 20_000, ...fixed, seenBy: staff },
    reasons: { type: 'json', contacts: 'from staff', maxSize: 20_000, ...fixed },
    status: { type: 'select', values: ['waiting', 'done', 'withdrawn'], decided: { by: staff } },
    ...checker,
    ...stamps,
  },
  rules: {
    list: `(${ofOneself} && status = 'done') || ${staff}`,
    view: `(${ofOneself} && status = 'done') || ${staff}`,
    create: staff,
    update: staff,
    delete: null,
  },
});

/** The second person who agrees that an instructor is suspended. */
export const verificationConfirmationsCollection = defineCollection({
  name: 'verification_confirmations',
  type: 'base',
  fields: {
    verification: { type: 'relation', collection: 'verifications', required: true, cascadeDelete: true, ...fixed },
    ...checker,
    ...stamps,
  },
  rules: { list: staff, view: staff, create: staff, update: null, delete: null },
});

/** What a listed instructor wants changed of what was checked; learners see the old until staff accept it. */
export const instructorChangesCollection = defineCollection({
  name: 'instructor_changes',
  type: 'base',
  fields: {
    instructor,
    changes: { type: 'json', contacts: 'takes a form of its own', maxSize: 4000, ...fixed },
    photo: {
      type: 'file',
      maxSize: 2 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
      protected: true,
      ...fixed,
    },
    carPhoto: {
      type: 'file',
      maxSize: 2 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
      protected: true,
      ...fixed,
    },
    status: {
      type: 'select',
      values: ['waiting', 'accepted', 'refused'],
      decided: { by: staff, usual: 'waiting' },
    },
    reason: { type: 'text', contacts: 'from staff', max: 1000, decided: { by: staff } },
    ...stamps,
  },
  cleanImages: ['photo', 'carPhoto'],
  rules: { list: read, view: read, create: ofOneself, update: staff, delete: null },
});
