import { type Collection, type Field, isMultiple } from '../collections/collection.ts';
import { collectionJson } from '../schema/collection-json.ts';
import { completeCollection } from '../schema/complete-collection.ts';

/** The tables of PocketBase 0.39 besides those of collections, and the migrations that made them. */
export const baseTables = `
  create table \`_migrations\` (file VARCHAR(255) PRIMARY KEY NOT NULL, applied INTEGER NOT NULL);
  create table \`_params\` (
    \`id\` TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL,
    \`value\` JSON DEFAULT NULL,
    \`created\` TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL,
    \`updated\` TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL
  );
  create table \`_collections\` (
    \`id\` TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL,
    \`system\` BOOLEAN DEFAULT FALSE NOT NULL,
    \`type\` TEXT DEFAULT "base" NOT NULL,
    \`name\` TEXT UNIQUE NOT NULL,
    \`fields\` JSON DEFAULT "[]" NOT NULL,
    \`indexes\` JSON DEFAULT "[]" NOT NULL,
    \`listRule\` TEXT DEFAULT NULL,
    \`viewRule\` TEXT DEFAULT NULL,
    \`createRule\` TEXT DEFAULT NULL,
    \`updateRule\` TEXT DEFAULT NULL,
    \`deleteRule\` TEXT DEFAULT NULL,
    \`options\` JSON DEFAULT "{}" NOT NULL,
    \`created\` TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL,
    \`updated\` TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL
  );
  create index idx__collections_type on \`_collections\` (\`type\`);`;

export const appliedMigrations = [
  '1640988000_aux_init.go',
  '1640988000_init.go',
  '1717233556_v0.23_migrate.go',
  '1717233557_v0.23_migrate2.go',
  '1717233558_v0.23_migrate3.go',
  '1717233559_v0.23_migrate4.go',
  '1763020353_update_default_auth_alert_templates.go',
  '1778828400_normalize_indexes.go',
];

const systemIndexes: Record<string, string[]> = {
  _mfas: ['CREATE INDEX `idx_mfas_collectionRef_recordRef` ON `_mfas` (`collectionRef`,`recordRef`)'],
  _otps: ['CREATE INDEX `idx_otps_collectionRef_recordRef` ON `_otps` (`collectionRef`,`recordRef`)'],
  _externalAuths: [
    'CREATE UNIQUE INDEX `idx_externalAuths_record_provider` ON `_externalAuths` (`collectionRef`,`recordRef`,`provider`)',
    'CREATE UNIQUE INDEX `idx_externalAuths_collection_provider` ON `_externalAuths` (`collectionRef`,`provider`,`providerId`)',
  ],
  _authOrigins: [
    'CREATE UNIQUE INDEX `idx_authOrigins_unique_pairs` ON `_authOrigins` (`collectionRef`,`recordRef`,`fingerprint`)',
  ],
};

/**
 * A collection as PocketBase may have it. What guards the product's own is code that PocketBase doesn't have: there its records are read by
 * the same rules and written by superusers only, and what only some are shown is hidden.
 */
export function asPocketbaseHas(collection: Collection): Collection {
  const complete = completeCollection(collection);
  if (collection.system && collection.managed) {
    return { ...complete, indexes: systemIndexes[collection.name] ?? complete.indexes };
  }
  if (!collection.managed) return complete;
  const fields = complete.fields.map((field) => (field.seenBy === undefined ? field : { ...field, hidden: true }));
  const auth = complete.auth && { ...complete.auth, manageRule: null };
  return { ...complete, fields, auth, createRule: null, updateRule: null, deleteRule: null };
}

/** A collection as a row of `_collections`, in the order of the columns that `insertCollection` names. */
export function collectionRow(collection: Collection): Array<string | number | null> {
  const { id, system, type, name, indexes, created, updated } = collection;
  const { listRule, viewRule, createRule, updateRule, deleteRule } = collection;
  const { fields } = collectionJson(collection);
  const rules = [listRule, viewRule, createRule, updateRule, deleteRule];
  const options = JSON.stringify(optionsOf(collection));
  return [
    id,
    system ? 1 : 0,
    type,
    name,
    JSON.stringify(fields),
    JSON.stringify(indexes),
    ...rules,
    options,
    created,
    updated,
  ];
}

export const insertCollection = `insert into _collections (id, system, type, name, fields, indexes,
  listRule, viewRule, createRule, updateRule, deleteRule, options, created, updated) values (${'?, '.repeat(13)}?)`;

// The secrets go along: with them tokens and links go on holding.
function optionsOf({ type, viewQuery, auth }: Collection): Record<string, unknown> {
  if (type === 'view') return { viewQuery };
  if (!auth) return {};
  const { createsAccount: _, ...otp } = auth.otp;
  return { ...auth, otp };
}

/** `create table` of a collection, as PocketBase makes it. */
export function createTable({ name, fields }: Collection): string {
  return `create table \`${name}\` (${fields.map((field) => `\`${field.name}\` ${columnType(field)}`).join(', ')})`;
}

function columnType(field: Field): string {
  if (field.type === 'text' && field.primaryKey) {
    return "TEXT PRIMARY KEY DEFAULT ('r'||lower(hex(randomblob(7)))) NOT NULL";
  }
  switch (field.type) {
    case 'number':
      return 'NUMERIC DEFAULT 0 NOT NULL';
    case 'bool':
      return 'BOOLEAN DEFAULT FALSE NOT NULL';
    case 'json':
      return 'JSON DEFAULT NULL';
    case 'geoPoint':
      return `JSON DEFAULT '{"lon":0,"lat":0}' NOT NULL`;
    default:
      return isMultiple(field) ? "JSON DEFAULT '[]' NOT NULL" : "TEXT DEFAULT '' NOT NULL";
  }
}

/** A wire value as PocketBase stores it. */
export function sqliteValue(field: Field, value: unknown): string | number | null {
  if (field.type === 'bool') return value === true ? 1 : 0;
  if (field.type === 'number') return Number(value ?? 0);
  if (field.type === 'json') return value === null || value === undefined ? null : JSON.stringify(value);
  if (field.type === 'geoPoint' || isMultiple(field)) return JSON.stringify(value);
  return String(value ?? '');
}
