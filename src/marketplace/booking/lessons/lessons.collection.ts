import { defineCollection } from '#engine/collections/define-collection.ts';
import { lessonStates } from '#rules/lessons/lesson-states.ts';
import { licenceClasses } from '#rules/licence/licence-classes.ts';
import { adminRule, fromServer, personRule } from '../../platform/rights/field-rights.ts';

const parties = `${personRule} && (learner = @request.auth.id || instructor.user = @request.auth.id || ${adminRule})`;

/** Where somebody is picked up: the learner's own, and the instructor's business from the confirmation until a while after the lesson. */
const place = {
  seenBy: `${personRule} && (learner = @request.auth.id || ${adminRule} || (instructor.user = @request.auth.id && contactsUntil >= @now))`,
  comparedAsShown: true,
} as const;

/** What the learner wants the instructor to know: before the confirmation, and once it is off, the instructor reads it without numbers and addresses (`shownNote`). */
const note = {
  wholeFor: `${personRule} && (learner = @request.auth.id || ${adminRule} || contactsUntil != '')`,
  comparedAsShown: true,
} as const;

/** A lesson from held to closed. Created by learners; every later change of state is a record of its own. */
export const lessonsCollection = defineCollection({
  name: 'lessons',
  type: 'base',
  repeatable: true,
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true },
    learner: { type: 'relation', collection: 'users' },
    /** The instructor's own learner that its learner is; of their lessons no fee is taken. An instructor may name it in place of `learner`. */
    ownLearner: { type: 'relation', collection: 'own_learners', ...fromServer },
    start: { type: 'date', required: true },
    end: { type: 'date', ...fromServer },
    durationMinutes: { type: 'number', onlyInt: true },
    pickup: { type: 'text', contacts: 'for the parties of a confirmed lesson', max: 300, ...place },
    /** For which class, and so with which transmission. */
    licenceClass: { type: 'select', values: [...licenceClasses] },
    postalCode: { type: 'text', max: 6, pattern: '^\\d{6}$', ...place },
    note: { type: 'text', contacts: 'hidden until confirmed', max: 1000, ...note },
    status: { type: 'select', values: [...lessonStates], ...fromServer },
    priceCents: { type: 'number', onlyInt: true, min: 0, max: 1_000_000_000, ...fromServer },
    lines: { type: 'json', contacts: 'from the server', ...fromServer },
    holdExpiresAt: { type: 'date', ...fromServer },
    /** The first of the lessons that were held together, one a week; empty for one that was held alone. */
    series: { type: 'text', contacts: 'from the server', max: 15, ...fromServer },
    requestExpiresAt: { type: 'date', ...fromServer },
    confirmedAt: { type: 'date', ...fromServer },
    /** Until when its parties see each other's phone and the pick-up (domain rule 30); empty before the confirmation and once it is off. */
    contactsUntil: { type: 'date', ...fromServer },
    policyVersion: { type: 'number', onlyInt: true, ...fromServer },
    cancellationHours: { type: 'number', onlyInt: true, min: 0, max: 8760, ...fromServer },
    /** Counts the lesson's moves; calendars go by it. */
    sequence: { type: 'number', onlyInt: true, ...fromServer },
    startCode: { type: 'text', contacts: 'from the server', hidden: true },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: parties, view: parties, create: personRule, update: null, delete: null },
});
