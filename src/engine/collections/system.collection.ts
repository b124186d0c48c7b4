import { defaultAuthOptions } from './default-auth-options.ts';
import { authIndexes, defineCollection } from './define-collection.ts';

const stamps = {
  created: { type: 'autodate', system: true, onCreate: true },
  updated: { type: 'autodate', system: true, onCreate: true, onUpdate: true },
} as const;
const reference = { type: 'text', system: true, required: true } as const;
const own = "@request.auth.id != '' && recordRef = @request.auth.id && collectionRef = @request.auth.collectionId";
const defaults = defaultAuthOptions();

/** Accounts that bypass all rules (wire contract, section 12). Their tokens last a day. */
export const superusersCollection = defineCollection({
  name: '_superusers',
  type: 'auth',
  system: true,
  indexes: authIndexes('_superusers', 'pbc_3142635823'),
  fields: stamps,
  rules: { list: null, view: null, create: null, update: null, delete: null },
  auth: { authToken: { ...defaults.authToken, duration: 86_400 } },
});

/** One-time codes, hashed. */
export const otpsCollection = defineCollection({
  name: '_otps',
  type: 'base',
  system: true,
  indexes: ['CREATE INDEX `idx_otps_collectionRef_recordRef` ON `_otps` (collectionRef, recordRef)'],
  fields: {
    collectionRef: reference,
    recordRef: reference,
    password: { type: 'password', system: true, hidden: true, required: true, cost: 8, min: 0 },
    sentTo: { type: 'text', system: true, hidden: true },
    ...stamps,
  },
  rules: { list: own, view: own, create: null, update: null, delete: null },
});

/** Half-finished sign-ins with two factors. */
export const mfasCollection = defineCollection({
  name: '_mfas',
  type: 'base',
  system: true,
  indexes: ['CREATE INDEX `idx_mfas_collectionRef_recordRef` ON `_mfas` (collectionRef,recordRef)'],
  fields: { collectionRef: reference, recordRef: reference, method: reference, ...stamps },
  rules: { list: own, view: own, create: null, update: null, delete: null },
});

/** Accounts of other providers that sign in here. */
export const externalAuthsCollection = defineCollection({
  name: '_externalAuths',
  type: 'base',
  system: true,
  indexes: [
    'CREATE UNIQUE INDEX `idx_externalAuths_record_provider` ON `_externalAuths` (collectionRef, recordRef, provider)',
    'CREATE UNIQUE INDEX `idx_externalAuths_collection_provider` ON `_externalAuths` (collectionRef, provider, providerId)',
  ],
  fields: { collectionRef: reference, recordRef: reference, provider: reference, providerId: reference, ...stamps },
  rules: { list: own, view: own, create: null, update: null, delete: own },
});

/** Devices that an account was used from. */
export const authOriginsCollection = defineCollection({
  name: '_authOrigins',
  type: 'base',
  system: true,
  indexes: [
    'CREATE UNIQUE INDEX `idx_authOrigins_unique_pairs` ON `_authOrigins` (collectionRef, recordRef, fingerprint)',
  ],
  fields: { collectionRef: reference, recordRef: reference, fingerprint: reference, ...stamps },
  rules: { list: own, view: own, create: null, update: null, delete: own },
});

/** What the engine brings by itself. */
export const systemCollections = [
  mfasCollection,
  otpsCollection,
  externalAuthsCollection,
  authOriginsCollection,
  superusersCollection,
];
