import { type Collection, type Field, isMultiple } from '#engine/collections/collection.ts';
import { list, type Schema, text } from './schema.ts';

const wireInstant: Schema = { type: 'string', description: 'YYYY-MM-DD HH:MM:SS.mmmZ in UTC, or empty.' };

/** A record of a collection as it is answered. Hidden fields and passwords are never among them. */
export function recordSchema(collection: Collection): Schema {
  const properties: Record<string, Schema> = { collectionId: text, collectionName: { const: collection.name } };
  for (const field of collection.fields) {
    if (!field.hidden && field.type !== 'password') properties[field.name] = fieldSchema(field);
  }
  return { type: 'object', properties };
}

/** What a create or update may carry: everything but what the server sets; for accounts the passwords too. */
export function bodySchema(collection: Collection): Schema {
  const properties: Record<string, Schema> = {};
  for (const field of collection.fields) {
    if (field.type === 'autodate' || (field.hidden && field.type !== 'password')) continue;
    properties[field.name] = field.type === 'password' ? { ...text, minLength: field.min } : fieldSchema(field, true);
  }
  if (collection.type === 'auth') Object.assign(properties, { passwordConfirm: text, oldPassword: text });
  return { type: 'object', properties };
}

/** One value of a field, or a list of them where the field takes several. */
function fieldSchema(field: Field, isSent = false): Schema {
  const one = valueSchema(field, isSent);
  return isMultiple(field) ? list(one) : one;
}

function valueSchema(field: Field, isSent: boolean): Schema {
  switch (field.type) {
    case 'text':
      return textSchema(field);
    case 'number':
      return {
        type: field.onlyInt ? 'integer' : 'number',
        ...(field.min === null ? {} : { minimum: field.min }),
        ...(field.max === null ? {} : { maximum: field.max }),
      };
    case 'bool':
      return { type: 'boolean' };
    case 'date':
    case 'autodate':
      return wireInstant;
    case 'select':
      // An optional single select is empty until something is chosen.
      return { enum: isMultiple(field) || field.required ? field.values : ['', ...field.values] };
    case 'json':
      return {};
    case 'file':
      return isSent ? { type: 'string', contentEncoding: 'binary' } : text;
    case 'geoPoint':
      return { type: 'object', properties: { lon: { type: 'number' }, lat: { type: 'number' } } };
    default:
      return text;
  }
}

function textSchema(field: Extract<Field, { type: 'text' }>): Schema {
  return {
    ...text,
    ...(field.min > 0 && field.required ? { minLength: field.min } : {}),
    ...(field.max > 0 ? { maxLength: field.max } : {}),
    ...(field.pattern !== '' && field.required ? { pattern: field.pattern } : {}),
  };
}
