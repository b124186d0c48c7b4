import type { Collection, Field } from '../collections/collection.ts';
import { createCollectionRegistry } from '../collections/collection-registry.ts';
import type { Queryable } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { CollectionChange } from './collection-change.ts';
import { maxIdentifierBytes } from './translate-index.ts';
import { validateAuthOptions } from './validate-auth-options.ts';
import { findVia, validateField } from './validate-field.ts';
import { validateIndexes } from './validate-indexes.ts';
import { validateRules } from './validate-rules.ts';
import { foundErrors, lengthOutOfRange, mismatch, notAValue, required, wrongFormat } from './validation-errors.ts';

/** What is wrong with a collection that is about to be stored, by setting (wire contract, section 2.1), or undefined. */
export async function validateCollection(
  engine: Engine,
  db: Queryable,
  change: CollectionChange,
): Promise<ErrorData | undefined> {
  const { collection, original } = change;
  const wasSystem = original?.system === true;
  return foundErrors({
    id: validateId(change),
    system: original && original.system !== collection.system ? systemFlagChange : undefined,
    type: validateType(change),
    name:
      (wasSystem && collection.name !== '' && original.name !== collection.name ? systemNameChange : undefined) ??
      (await validateName(db, change)),
    fields: validateFields(engine, change),
    ...validateRules(engine, change),
    indexes: await validateIndexes(db, change),
    ...(collection.auth ? validateAuthOptions(engine, change, collection.auth) : {}),
  });
}

const systemFlagChange: FieldError = {
  code: 'validation_collection_system_flag_change',
  message: 'System collection state cannot be changed.',
};
const systemNameChange: FieldError = {
  code: 'validation_collection_system_name_change',
  message: 'System collection name cannot be changed.',
};

function validateId({ collection, original, all }: CollectionChange): FieldError | undefined {
  const { id } = collection;
  if (original) return id === original.id ? undefined : mismatch;
  if (id === '') return required;
  if (id.length > 100) return lengthOutOfRange(1, 100);
  if (!/^\w+$/.test(id)) return wrongFormat;
  if (!all.some((other) => other.id === id)) return undefined;
  return { code: 'validation_invalid_or_existing_id', message: 'The model id is invalid or already exists.' };
}

function validateType({ collection, original }: CollectionChange): FieldError | undefined {
  const type: string = collection.type;
  if (type !== 'base' && type !== 'auth' && type !== 'view') return notAValue;
  if (!original || original.type === type) return undefined;
  return { code: 'validation_collection_type_change', message: 'Collection type cannot be changed.' };
}

/** The reference's; what is shorter may still be too long for us. */
const maxNameLength = 255;

async function validateName(db: Queryable, change: CollectionChange): Promise<FieldError | undefined> {
  const { name } = change.collection;
  if (name === '') return required;
  // The table has the collection's name, which PostgreSQL would cut.
  if (name.length > maxNameLength) return lengthOutOfRange(1, maxNameLength);
  if (name.length > maxIdentifierBytes) return lengthOutOfRange(1, maxIdentifierBytes);
  return findVia(name) ?? (/^\w+$/.test(name) ? undefined : wrongFormat) ?? (await validateFreeName(db, change));
}

async function validateFreeName(db: Queryable, change: CollectionChange): Promise<FieldError | undefined> {
  const { collection, original, all } = change;
  const { name } = collection;
  const others = all.filter((other) => other.id !== collection.id);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    const message = 'Collection name must be unique (case insensitive).';
    return { code: 'validation_collection_name_exists', message };
  }
  if (all.some((other) => other.id === name)) {
    const message = 'The name must not match an existing collection id.';
    return { code: 'validation_collection_name_id_duplicate', message };
  }
  if (original?.name === name || !(await isRelationTaken(db, name, original?.name))) return undefined;
  const message = "The name shouldn't match with an existing internal table.";
  return { code: 'validation_collection_name_invalid', message };
}

async function isRelationTaken(db: Queryable, name: string, ownName: string | undefined): Promise<boolean> {
  const rows = await db.query(
    // What has the name of a table of PostgreSQL's own would be taken for that table.
    `select 1 from pg_class where relnamespace in (current_schema()::regnamespace, 'pg_catalog'::regnamespace)
     and lower(relname) = lower($1) and lower(relname) <> lower($2)`,
    [name, ownName ?? ''],
  );
  return rows.length > 0;
}

function validateFields(engine: Engine, change: CollectionChange): ErrorData | FieldError | undefined {
  const { collection, original } = change;
  return (
    findDuplicateField(collection.fields) ??
    findMissingField(collection) ??
    (collection.type === 'view' ? undefined : findFieldChange(collection, original)) ??
    (collection.type === 'auth' ? findReservedNames(collection.fields) : undefined) ??
    validateEachField(engine, change)
  );
}

function findDuplicateField(fields: readonly Field[]): ErrorData | undefined {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, name }] of fields.entries()) {
    if (ids.has(id)) {
      const message = `Duplicated or invalid field id "${id}".`;
      return { [index]: { id: { code: 'validation_duplicated_field_id', message } } };
    }
    if (names.has(name.toLowerCase())) {
      const message = `Duplicated or invalid field name ${name}.`;
      return { [index]: { name: { code: 'validation_duplicated_field_name', message, params: { fieldName: name } } } };
    }
    ids.add(id);
    names.add(name.toLowerCase());
  }
  return undefined;
}

// completeCollection brings the system fields, unless a field of another type has taken the name.
function findMissingField({ type, fields }: Collection): FieldError | undefined {
  if (fields.length === 0) return required;
  const hasKey = fields.some((field) => field.type === 'text' && field.name === 'id' && field.primaryKey);
  if (!hasKey) return { code: 'validation_missing_primary_key', message: 'Missing or invalid "id" PK field.' };
  if (type !== 'auth') return undefined;
  const needed = { password: 'password', tokenKey: 'text', email: 'email', emailVisibility: 'bool', verified: 'bool' };
  const missing = Object.entries(needed).find(
    ([name, kind]) => !fields.some((field) => field.name === name && field.type === kind),
  );
  if (!missing) return undefined;
  return { code: `validation_missing_${missing[0]}_field`, message: `System "${missing[0]}" field is required.` };
}

function findFieldChange(collection: Collection, original: Collection | null): ErrorData | FieldError | undefined {
  if (!original) return undefined;
  const after = new Map(collection.fields.map((field) => [field.id, field]));
  if (original.fields.some((field) => field.system && after.get(field.id)?.name !== field.name)) {
    return { code: 'validation_system_field_change', message: 'System fields cannot be deleted or renamed.' };
  }
  const before = new Map(original.fields.map((field) => [field.id, field]));
  const refused = collection.fields.map((field, index) => {
    const known = before.get(field.id);
    return [String(index), known && known.type !== field.type ? typeChange : undefined];
  });
  return foundErrors(Object.fromEntries(refused));
}

const typeChange: FieldError = { code: 'validation_field_type_change', message: 'Field type cannot be changed.' };
const reservedName: FieldError = {
  code: 'validation_reserved_field_name',
  message: 'The field name is reserved and cannot be used.',
};

function findReservedNames(fields: readonly Field[]): ErrorData | undefined {
  const isReserved = ({ name }: Field) => name === 'passwordConfirm' || name === 'oldPassword';
  const refused = fields.map((field, index) => [String(index), isReserved(field) ? { name: reservedName } : undefined]);
  return foundErrors(Object.fromEntries(refused));
}

function validateEachField(engine: Engine, { collection, original, all }: CollectionChange): ErrorData | undefined {
  const collections = createCollectionRegistry();
  collections.replaceAll([...all]);
  const context = { collection, original, collections, random: engine.random };
  const refused = collection.fields.map((field, index) => [String(index), validateField(field, context)]);
  return foundErrors(Object.fromEntries(refused));
}
