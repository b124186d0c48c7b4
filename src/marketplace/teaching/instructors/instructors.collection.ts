import { defineCollection } from '#engine/collections/define-collection.ts';
import { lessonSets } from '#rules/lessons/lesson-states.ts';
import { licenceClasses } from '#rules/licence/licence-classes.ts';
import { adminRule, byPlatform, byServer, fixed, personRule, staffRule } from '../../platform/rights/field-rights.ts';

const owned = `(${personRule} && user = @request.auth.id)`;
const staff = staffRule('papers');

const ownOrAdmin = `${personRule} && (${owned} || ${staff})`;
const bookedHere = lessonSets.meeting
  .map((state) => `(lessons_via_instructor.learner ?= @request.auth.id && lessons_via_instructor.status ?= '${state}')`)
  .join(' || ');
/** Whom learners would look for at the meeting point. */
const pupils = `${personRule} && (${owned} || ${staff} || ${bookedHere})`;

/** Nobody checks themselves, admins included. */
const othersAdmin = `${adminRule} && user != @request.auth.id`;
const byOthers = { decided: { by: othersAdmin } } as const;

/** Who is listed may pause, and come back from that; from a pause that one of the staff made once its day is over. */
const isTheirsToEnd = `pausedBySelf = true || (pausedUntil != '' && pausedUntil <= @now)`;
const byThemselves = `${owned} && verifiedAt != '' && (status = 'listed' || (status = 'paused' && (${isTheirsToEnd})))`;

/** Nobody else sells somebody's lessons for less, or on other terms. */
const offered = {
  decided: {
    by: owned,
    onlyLater: true,
    code: 'not_allowed',
    message: 'What they offer, for how much and on which terms is the instructor’s to change.',
  },
} as const;

/**
 * What was checked before an instructor was listed: from then on it changes by what they ask for and staff decide only. Not by an administrator's hand either:
 * without classes nobody finds them, and they could not take that back.
 */
const reviewed = {
  decided: {
    by: `status = 'draft' || status = 'submitted'`,
    onlyLater: true,
    code: 'needs_review',
    message: 'This was checked before you were listed. A change of it has to be checked first.',
  },
} as const;

/** Licensed private instructors and their offer (docs/api.md). Readable by everyone when listed. */
export const instructorsCollection = defineCollection({
  name: 'instructors',
  type: 'base',
  fields: {
    user: {
      type: 'relation',
      collection: 'users',
      required: true,
      onePerTarget: true,
      // Whose profile it is decides who is paid and who reads of learners, so it changes hands by nobody's word.
      decided: { by: adminRule, isCaller: true, isFinal: true },
      seenBy: personRule,
    },
    name: { type: 'text', contacts: 'a name', max: 255, required: true, ...reviewed },
    photo: {
      type: 'file',
      maxSize: 2 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
      thumbs: ['128x128', '320x320'],
      ...reviewed,
    },
    /** The car from outside, for everybody: its plate is told to learners with a lesson only. */
    carPhoto: {
      type: 'file',
      maxSize: 2 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
      thumbs: ['480x300', '960x600'],
      ...reviewed,
    },
    bio: { type: 'text', contacts: 'hidden for good', max: 2000 },
    status: {
      type: 'select',
      values: ['draft', 'submitted', 'listed', 'paused', 'suspended', 'retired'],
      decided: { by: `(${othersAdmin}) || (${byThemselves})`, usual: 'draft' },
    },
    pausedBySelf: { type: 'bool', ...byServer, seenBy: ownOrAdmin },
    /** Of a pause that one of the staff made: from when on its instructor ends it. */
    pausedUntil: { type: 'date', ...byServer, seenBy: ownOrAdmin },
    licenceClasses: {
      type: 'select',
      values: [...licenceClasses],
      maxSelect: 9,
      ...reviewed,
    },
    languages: {
      type: 'select',
      values: ['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese', 'Teochew'],
      maxSelect: 7,
    },
    /** Said by themselves, or not: learners who look for a woman find her by it, and nobody reads it. */
    gender: { type: 'select', values: ['woman', 'man'], seenBy: ownOrAdmin },
    areas: { type: 'json', contacts: 'takes a form of its own', maxSize: 4000 },
    testCentre: { type: 'select', values: ['BBDC', 'CDC', 'SSDC'] },
    postalSector: { type: 'text', max: 2, pattern: '^\\d{2}$' },
    hourlyCents: { type: 'number', onlyInt: true, min: 0, max: 100_000, ...offered },
    eveningSurchargePercent: { type: 'number', onlyInt: true, min: 0, max: 100, ...offered },
    weekendSurchargePercent: { type: 'number', onlyInt: true, min: 0, max: 100, ...offered },
    timezone: { type: 'text', contacts: 'takes a form of its own', max: 60 },
    lessonMinutes: { type: 'json', contacts: 'takes a form of its own', maxSize: 200, ...offered },
    slotStepMinutes: { type: 'number', onlyInt: true, min: 0, max: 1440, ...offered },
    minNoticeMinutes: { type: 'number', onlyInt: true, min: 0, max: 525_600, ...offered },
    horizonDays: { type: 'number', onlyInt: true, min: 0, max: 730, ...offered },
    gapMinutes: { type: 'number', onlyInt: true, min: 0, max: 720, ...offered },
    /** Between two lessons there is time for the drive from one pick-up to the other, where it takes longer than the gap. */
    considersTravel: { type: 'bool', ...offered },
    maxLessonsPerDay: { type: 'number', onlyInt: true, min: 0, max: 100, ...offered },
    maxLessonsPerWeek: { type: 'number', onlyInt: true, min: 0, max: 500, ...offered },
    maxPerLearnerPerWeek: { type: 'number', onlyInt: true, min: 0, max: 100, ...offered },
    instantBooking: { type: 'bool', ...offered },
    worksHolidays: { type: 'bool', ...offered },
    cancellationHours: { type: 'number', onlyInt: true, ...offered },
    ratingAverage: { type: 'number', min: 0, max: 5, ...byServer },
    ratingCount: { type: 'number', onlyInt: true, min: 0, ...byServer },
    ratingShown: { type: 'json', contacts: 'from the server', ...byServer },
    passRatePercent: { type: 'number', onlyInt: true, min: 0, max: 100, ...byOthers },
    passRatePeriod: { type: 'text', contacts: 'from staff', max: 60, ...byOthers },
    passRateSample: { type: 'number', onlyInt: true, min: 0, ...byOthers },
    /** The address at which the figures were published. */
    passRateSource: { type: 'url', contacts: 'from staff', ...byOthers },
    vehiclePlate: {
      type: 'text',
      contacts: 'for the parties of a confirmed lesson',
      max: 12,
      ...reviewed,
      seenBy: pupils,
    },
    vehicleModel: { type: 'text', contacts: 'hidden for good', max: 60, ...reviewed },
    /** What follows from a verification is written by it alone. */
    licenceExpiresOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...byServer, seenBy: ownOrAdmin },
    retiresOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...byServer, seenBy: ownOrAdmin },
    verifiedAt: { type: 'date', ...byServer },
    /** How reliable they were of late (domain rule 12). */
    warnedUntil: { type: 'date', ...byServer, seenBy: ownOrAdmin },
    hiddenUntil: { type: 'date', ...byServer, seenBy: ownOrAdmin },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['photo', 'carPhoto'],
  rules: {
    list: `status = 'listed' || ${owned} || ${staff}`,
    view: `status = 'listed' || ${owned} || ${staff}`,
    create: personRule,
    update: `${owned} || ${adminRule}`,
    delete: null,
  },
});

const ownDocuments = `${personRule} && (instructor.user = @request.auth.id || ${adminRule})`;
const seenDocuments = `(${ownDocuments}) || ${staff}`;

/** Papers that prove a licence, a vehicle, an insurance (docs/api.md). Seen by the instructor and those who check them only. */
export const instructorDocumentsCollection = defineCollection({
  name: 'instructor_documents',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true, ...fixed },
    kind: { type: 'select', values: ['licence', 'vehicle', 'insurance', 'medical', 'photo'], required: true, ...fixed },
    file: {
      type: 'file',
      maxSize: 8 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'application/pdf'],
      protected: true,
      ...fixed,
    },
    /** A verification writes the day that was read from the paper. */
    expiresOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...fixed },
    status: {
      type: 'select',
      values: ['pending', 'accepted', 'refused'],
      decided: { by: `${adminRule} && instructor.user != @request.auth.id`, usual: 'pending' },
    },
    reason: { type: 'text', contacts: 'from staff', max: 1000, ...byPlatform },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['file'],
  rules: {
    list: seenDocuments,
    view: seenDocuments,
    create: ownDocuments,
    update: adminRule,
    delete: null,
  },
});
