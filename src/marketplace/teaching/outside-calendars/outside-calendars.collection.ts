import { defineCollection } from '#engine/collections/define-collection.ts';
import { adminRule, byServer, fixed, fromServer, personRule } from '../../platform/rights/field-rights.ts';

/** How large a calendar may be, sent or asked for. */
export const calendarBytes = 5 * 1024 * 1024;

const own = `${personRule} && instructor.user = @request.auth.id`;
const shown = `${personRule} && (instructor.user = @request.auth.id || ${adminRule})`;

/**
 * Calendars that instructors keep elsewhere. The address is a secret: whoever has it reads the whole calendar, so it is given once and shown to nobody
 * again, not even to who gave it. In its place a file may be sent, of which only the times are kept.
 */
export const outsideCalendarsCollection = defineCollection({
  name: 'outside_calendars',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true, ...fixed },
    name: { type: 'text', contacts: 'read by its writer and staff alone', required: true, max: 80 },
    url: {
      type: 'text',
      contacts: 'read by its writer and staff alone',
      max: 2000,
      seenBy: null,
      ...fixed,
    },
    file: {
      type: 'file',
      maxSize: calendarBytes,
      mimeTypes: ['text/calendar', 'text/plain'],
      protected: true,
      seenBy: null,
    },
    host: { type: 'text', contacts: 'from the server', max: 253, ...fromServer },
    readAt: { type: 'date', ...fromServer },
    triedAt: { type: 'date', ...fromServer },
    failingSince: { type: 'date', ...fromServer },
    problem: { type: 'text', contacts: 'from the server', max: 40, ...fromServer },
    unreadEvents: { type: 'number', onlyInt: true, ...fromServer },
    questions: { type: 'json', contacts: 'from the server', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  rules: { list: shown, view: shown, create: own, update: own, delete: own },
});

/** When those calendars say that their owner is busy: nothing but times. */
export const busyTimesCollection = defineCollection({
  name: 'busy_times',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true, ...byServer },
    calendar: { type: 'relation', collection: 'outside_calendars', required: true, cascadeDelete: true, ...byServer },
    start: { type: 'date', required: true, ...byServer },
    end: { type: 'date', required: true, ...byServer },
  },
  rules: { list: shown, view: shown, create: null, update: null, delete: null },
});
