import { crc32 } from 'node:zlib';
import type { AuthOptions, Collection, Field, FieldType, Rule } from './collection.ts';
import { defaultAuthOptions } from './default-auth-options.ts';

type Options<F> = F extends Field ? Partial<Omit<F, 'name' | 'type' | 'collectionId'>> & { type: F['type'] } : never;

/** A field as written in code: its type and what differs from the defaults. Relations name their target collection. */
export type FieldDefinition = Exclude<Options<Field>, { type: 'relation' }> | RelationDefinition;
type RelationDefinition = Options<Extract<Field, { type: 'relation' }>> & { collection: string };

export type CollectionDefinition = {
  name: string;
  type: 'base' | 'auth';
  /** Only for ids that differ from the default `pbc_` plus crc32. */
  id?: string;
  system?: boolean;
  /** Besides the fields that every collection of the type has (id; for auth: password, tokenKey, email, emailVisibility, verified). */
  fields: Record<string, FieldDefinition>;
  /** As the reference words them; the indexes themselves are made by migrations. */
  indexes?: string[];
  rules: { list: Rule; view: Rule; create: Rule; update: Rule; delete: Rule };
  auth?: Partial<AuthOptions>;
  repeatable?: boolean;
  cleanImages?: string[];
  isKeptFromLookers?: true;
  passwordsAreOwners?: true;
};

const fieldDefaults: {
  [T in FieldType]: Omit<Extract<Field, { type: T }>, 'id' | 'name' | 'type' | 'system' | 'hidden' | 'presentable'>;
} = {
  text: { min: 0, max: 0, pattern: '', autogeneratePattern: '', required: false, primaryKey: false },
  number: { min: null, max: null, onlyInt: false, required: false },
  bool: { required: false },
  email: { onlyDomains: null, exceptDomains: null, required: false },
  url: { onlyDomains: null, exceptDomains: null, required: false },
  editor: { maxSize: 0, convertURLs: false, required: false },
  date: { min: '', max: '', required: false },
  autodate: { onCreate: true, onUpdate: false },
  select: { values: [], maxSelect: 1, required: false },
  relation: { collectionId: '', cascadeDelete: false, minSelect: 0, maxSelect: 1, required: false },
  file: { maxSize: 0, maxSelect: 1, mimeTypes: null, thumbs: null, protected: false, required: false },
  json: { maxSize: 0, required: false },
  geoPoint: { required: false },
  password: { min: 8, max: 0, pattern: '', cost: 0, required: true },
};

/** The default id of a collection: `pbc_` and the crc32 of its type and name (wire contract, section 1). */
export function defaultCollectionId(type: string, name: string): string {
  return `pbc_${crc32(type + name)}`;
}

/** The default id of a field: its type and the crc32 of its name. */
export function defaultFieldId(type: FieldType, name: string): string {
  return `${type}${crc32(name)}`;
}

/** A full collection from its description in code. Relations may only point at collections whose ids are default or `users`. */
export function defineCollection(definition: CollectionDefinition): Collection {
  const fields = Object.entries({ ...systemFields(definition.type), ...definition.fields }).map(([name, field]) =>
    completeField(name, field),
  );
  return {
    id: definition.id ?? defaultCollectionId(definition.type, definition.name),
    name: definition.name,
    type: definition.type,
    system: definition.system ?? false,
    managed: true,
    fields,
    indexes: definition.indexes ?? [],
    listRule: definition.rules.list,
    viewRule: definition.rules.view,
    createRule: definition.rules.create,
    updateRule: definition.rules.update,
    deleteRule: definition.rules.delete,
    viewQuery: '',
    auth: definition.type === 'auth' ? { ...defaultAuthOptions(), ...definition.auth } : null,
    repeatable: definition.repeatable ?? false,
    ...(definition.cleanImages ? { cleanImages: definition.cleanImages } : {}),
    ...(definition.isKeptFromLookers ? { isKeptFromLookers: true } : {}),
    ...(definition.passwordsAreOwners ? { passwordsAreOwners: true } : {}),
    created: '2026-01-01 00:00:00.000Z',
    updated: '2026-01-01 00:00:00.000Z',
  };
}

function completeField(name: string, definition: FieldDefinition): Field {
  const base = {
    id: defaultFieldId(definition.type, name),
    name,
    system: false,
    hidden: false,
    presentable: false,
    ...fieldDefaults[definition.type],
  };
  if (definition.type !== 'relation') return { ...base, ...definition } as Field;
  const { collection, ...rest } = definition as RelationDefinition;
  return { ...base, ...rest, collectionId: relationTargetId(collection) } as Field;
}

function relationTargetId(name: string): string {
  if (name === 'users') return '_pb_users_auth_';
  return defaultCollectionId(name === '_superusers' ? 'auth' : 'base', name);
}

/** The fields that every collection of a type starts with, as the reference makes them. */
export function systemFields(type: 'base' | 'auth'): Record<string, FieldDefinition> {
  const id: Record<string, FieldDefinition> = {
    id: {
      type: 'text',
      system: true,
      min: 15,
      max: 15,
      pattern: '^[a-z0-9]+$',
      autogeneratePattern: '[a-z0-9]{15}',
      required: true,
      primaryKey: true,
    },
  };
  if (type === 'base') return id;
  return {
    ...id,
    password: { type: 'password', system: true, hidden: true, min: 8, required: true },
    tokenKey: {
      type: 'text',
      system: true,
      hidden: true,
      min: 30,
      max: 60,
      autogeneratePattern: '[a-zA-Z0-9]{50}',
      required: true,
    },
    email: { type: 'email', system: true, required: true },
    emailVisibility: { type: 'bool', system: true },
    verified: { type: 'bool', system: true },
  };
}

/** The unique indexes that every collection of accounts has, as the reference names them. */
export function authIndexes(name: string, id: string): string[] {
  return [
    `CREATE UNIQUE INDEX \`idx_tokenKey_${id}\` ON \`${name}\` (\`tokenKey\`)`,
    `CREATE UNIQUE INDEX \`idx_email_${id}\` ON \`${name}\` (\`email\`) WHERE \`email\` != ''`,
  ];
}
