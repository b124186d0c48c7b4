import { type CollectionDefinition, defineCollection } from '#engine/collections/define-collection.ts';
import { fromServer, ofCaller, personRule } from '../../platform/rights/field-rights.ts';

const own = `${personRule} && user = @request.auth.id`;

// The secrets are in columns that are not fields. Records are made by calls of their own, which ask for the proof.
const ownFactor = {
  type: 'base',
  fields: {
    user: { type: 'relation', collection: 'users', cascadeDelete: true, ...ofCaller },
    name: { type: 'text', max: 60, contacts: 'read by its writer and staff alone' },
    lastUsed: { type: 'date', ...fromServer },
    created: { type: 'autodate', onCreate: true },
    updated: { type: 'autodate', onCreate: true, onUpdate: true },
  },
  isKeptFromLookers: true,
  rules: { list: own, view: own, create: null, update: null, delete: own },
} as const satisfies Omit<CollectionDefinition, 'name'>;

/** Apps that show a code of six digits which changes each half a minute. */
export const totpDevicesCollection = defineCollection({ name: 'totp_devices', ...ownFactor });

/** Keys that a device or a password manager holds, and that sign for this site alone. */
export const passkeysCollection = defineCollection({ name: 'passkeys', ...ownFactor });
