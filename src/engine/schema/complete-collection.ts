import type { AuthOptions, Collection, Field } from '../collections/collection.ts';
import { defaultFieldId, systemFields } from '../collections/define-collection.ts';
import { blankField } from './blank-field.ts';
import { buildIndex, findUniqueColumnIndex, isIndex, parseIndex } from './parse-index.ts';

/**
 * The collection with what every collection of its type has: system fields with their fixed settings, unique indexes on `tokenKey` and
 * `email`, indexes on its own table, mapped OAuth2 fields that exist (the reference does this before each save).
 */
export function completeCollection(collection: Collection): Collection {
  if (collection.type !== 'base' && collection.type !== 'auth') return collection;
  const fields = completeFields(collection);
  const indexes = [...collection.indexes, ...(collection.type === 'auth' ? missingIndexes(collection) : [])];
  return {
    ...collection,
    fields,
    indexes: indexes.map((text) => onTable(text, collection.name)),
    auth: collection.auth && withKnownMappings(collection.auth, fields),
  };
}

function completeFields({ type, fields }: Collection): Field[] {
  const completed = [...fields];
  const isAuth = type === 'auth';
  for (const [name, settings] of Object.entries(systemFields(isAuth ? 'auth' : 'base'))) {
    const place = completed.findIndex((field) => field.name === name);
    const known = completed[place];
    if (known?.type === settings.type) {
      completed[place] = withFixedSettings(known);
      continue;
    }
    const id = defaultFieldId(settings.type, name);
    const made = { ...blankField(settings.type), ...settings, id, name } as Field;
    // A field that was sent with the default id of `id` stands in its place; that is refused later.
    if (name === 'id' && !completed.some((field) => field.id === id)) completed.unshift(made);
    else if (name === 'id') continue;
    // A field of another type gives its place and id up.
    else if (known) completed[place] = { ...made, id: known.id };
    else completed.push(made);
  }
  return completed;
}

function withFixedSettings(field: Field): Field {
  if (field.type === 'text' && field.name === 'id') {
    const pattern = field.pattern === '' ? '^[a-z0-9]+$' : field.pattern;
    return { ...field, system: true, required: true, primaryKey: true, hidden: false, pattern };
  }
  if (field.type === 'text' || field.type === 'password')
    return { ...field, system: true, hidden: true, required: true };
  return field.name === 'email' ? { ...field, system: true, hidden: false } : { ...field, system: true };
}

function missingIndexes({ id, name, indexes }: Collection): string[] {
  const owner = id === '' ? name : id;
  const tokenKey = `CREATE UNIQUE INDEX \`${`idx_tokenKey_${owner}`.slice(0, 64)}\` ON \`${name}\` (\`tokenKey\`)`;
  const email = `CREATE UNIQUE INDEX \`${`idx_email_${owner}`.slice(0, 64)}\` ON \`${name}\` (\`email\`) WHERE \`email\` != ''`;
  return [
    ...(findUniqueColumnIndex(indexes, 'tokenKey') ? [] : [tokenKey]),
    ...(findUniqueColumnIndex(indexes, 'email') ? [] : [email]),
  ];
}

function onTable(text: string, table: string): string {
  const index = parseIndex(text);
  if (index.tableName === table) return text;
  const moved = { ...index, tableName: table };
  return isIndex(moved) ? buildIndex(moved) : text;
}

function withKnownMappings(auth: AuthOptions, fields: readonly Field[]): AuthOptions {
  const known = (name: string) => (fields.some((field) => field.name === name) ? name : '');
  const { id, name, username, avatarURL } = auth.oauth2.mappedFields;
  const mappedFields = { id: known(id), name: known(name), username: known(username), avatarURL: known(avatarURL) };
  return { ...auth, oauth2: { ...auth.oauth2, mappedFields } };
}
