import type { Field } from '../collections/collection.ts';
import { defaultFieldId } from '../collections/define-collection.ts';
import { castDate } from '../fields/cast-date.ts';
import { ApiError } from '../http/api-error.ts';
import { blankField, isFieldType } from './blank-field.ts';
import { invalidFormatting, mergeSettings } from './merge-settings.ts';

/**
 * A submitted `fields` list as fields with all their settings. A field without an id gets the default one of its type and name; a later
 * field of the same id, or without an id and of the same name, takes the earlier one's place. Throws 400 for an unknown type.
 */
export function readFields(input: unknown): Field[] {
  if (!Array.isArray(input)) throw invalidFormatting();
  const fields: Field[] = [];
  for (const item of input) addField(fields, readField(item));
  return fields;
}

function readField(input: unknown): Field {
  if (typeof input !== 'object' || input === null || !('type' in input) || !isFieldType(input.type)) {
    const cause = new Error(`missing or unknown field type in ${JSON.stringify(input)}`);
    throw new ApiError(400, invalidFormatting().message, {}, { cause });
  }
  // The blank has every setting of the type, and mergeSettings keeps their types.
  const field = mergeSettings(blankField(input.type), input as Record<string, unknown>) as Field;
  return field.type === 'date' ? { ...field, min: castDate(field.min), max: castDate(field.max) } : field;
}

/** Adds or replaces a field, see `readFields`. */
export function addField(fields: Field[], field: Field): void {
  if (field.id !== '') {
    const place = fields.findIndex(({ id }) => id === field.id);
    if (place >= 0) fields[place] = field;
    else fields.push(field);
    return;
  }
  const place = fields.findIndex(({ name }) => name !== '' && name === field.name);
  const known = fields[place];
  if (known) fields[place] = { ...field, id: known.id };
  else fields.push({ ...field, id: freeFieldId(fields, field) });
}

function freeFieldId(fields: readonly Field[], field: Field): string {
  const base = defaultFieldId(field.type, field.name);
  let id = base;
  for (let count = 2; fields.some((other) => other.id === id); count++) id = `${base}${count}`;
  return id;
}
