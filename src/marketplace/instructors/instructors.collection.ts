import { defineCollection } from '#engine/collections/define-collection.ts';

const owned = 'user = @request.auth.id';
const admin = "@request.auth.role = 'admin'";

/** Fields that the platform decides about an instructor, not the instructor. */
const decidedByPlatform = [
  'user',
  'status',
  'verifiedAt',
  'ratingAverage',
  'ratingCount',
  'ratingShown',
  'passRatePercent',
  'passRatePeriod',
  'passRateSample',
  'licenceExpiresOn',
  'retiresOn',
];
const ownChange = decidedByPlatform.map((name) => `@request.body.${name}:isset = false`).join(' && ');

/** Licensed private instructors and their offer (api.md, People). Readable by everyone when listed. */
export const instructorsCollection = defineCollection({
  name: 'instructors',
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', required: true },
    name: { type: 'text', max: 255, required: true },
    photo: {
      type: 'file',
      maxSize: 2 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/svg+xml'],
      thumbs: ['128x128', '320x320'],
    },
    bio: { type: 'text', max: 2000 },
    status: { type: 'select', values: ['draft', 'submitted', 'listed', 'paused', 'suspended', 'retired'] },
    licenceClasses: { type: 'select', values: ['3', '3A', '3C', '3CA', '4', '4P', '2B', '2A', '2'], maxSelect: 9 },
    languages: {
      type: 'select',
      values: ['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese', 'Teochew'],
      maxSelect: 7,
    },
    areas: { type: 'json', maxSize: 4000 },
    testCentre: { type: 'select', values: ['BBDC', 'CDC', 'SSDC'] },
    postalSector: { type: 'text', max: 2, pattern: '^\\d{2}$' },
    hourlyCents: { type: 'number', onlyInt: true, min: 0, max: 100_000 },
    eveningSurchargePercent: { type: 'number', onlyInt: true, min: 0, max: 100 },
    weekendSurchargePercent: { type: 'number', onlyInt: true, min: 0, max: 100 },
    timezone: { type: 'text', max: 60 },
    lessonMinutes: { type: 'json', maxSize: 200 },
    slotStepMinutes: { type: 'number', onlyInt: true, min: 0, max: 1440 },
    minNoticeMinutes: { type: 'number', onlyInt: true, min: 0, max: 525_600 },
    horizonDays: { type: 'number', onlyInt: true, min: 0, max: 730 },
    gapMinutes: { type: 'number', onlyInt: true, min: 0, max: 720 },
    maxLessonsPerDay: { type: 'number', onlyInt: true, min: 0, max: 100 },
    maxLessonsPerWeek: { type: 'number', onlyInt: true, min: 0, max: 500 },
    maxPerLearnerPerWeek: { type: 'number', onlyInt: true, min: 0, max: 100 },
    instantBooking: { type: 'bool' },
    worksHolidays: { type: 'bool' },
    cancellationHours: { type: 'number', onlyInt: true },
    ratingAverage: { type: 'number', min: 0, max: 5 },
    ratingCount: { type: 'number', onlyInt: true, min: 0 },
    ratingShown: { type: 'json' },
    passRatePercent: { type: 'number', onlyInt: true, min: 0, max: 100 },
    passRatePeriod: { type: 'text', max: 60 },
    passRateSample: { type: 'number', onlyInt: true, min: 0 },
    vehiclePlate: { type: 'text', max: 12 },
    vehicleModel: { type: 'text', max: 60 },
    licenceExpiresOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    retiresOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    verifiedAt: { type: 'date' },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['photo'],
  rules: {
    list: `status = 'listed' || ${owned} || ${admin}`,
    view: `status = 'listed' || ${owned} || ${admin}`,
    create: admin,
    update: `(${owned} && ${ownChange}) || ${admin}`,
    delete: null,
  },
});

const ownDocuments = `instructor.user = @request.auth.id || ${admin}`;

/** Papers that prove a licence, a vehicle, an insurance (api.md, People). Seen by the instructor and admins only. */
export const instructorDocumentsCollection = defineCollection({
  name: 'instructor_documents',
  type: 'base',
  fields: {
    instructor: { type: 'relation', collection: 'instructors', required: true, cascadeDelete: true },
    kind: { type: 'select', values: ['licence', 'vehicle', 'insurance', 'medical', 'photo'], required: true },
    file: {
      type: 'file',
      maxSize: 8 * 1024 * 1024,
      mimeTypes: ['image/jpeg', 'image/png', 'application/pdf'],
      protected: true,
    },
    expiresOn: { type: 'text', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    status: { type: 'select', values: ['pending', 'accepted', 'refused'] },
    reason: { type: 'text', max: 1000 },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  cleanImages: ['file'],
  rules: {
    list: ownDocuments,
    view: ownDocuments,
    create: `(instructor.user = @request.auth.id && @request.body.status:isset = false && @request.body.reason:isset = false) || ${admin}`,
    update: admin,
    delete: null,
  },
});
