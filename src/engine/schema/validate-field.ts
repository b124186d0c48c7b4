import type {
  AutodateField,
  Collection,
  Field,
  FileField,
  NumberField,
  PasswordField,
  RelationField,
  SelectField,
  TextField,
} from '../collections/collection.ts';
import type { CollectionRegistry } from '../collections/collection-registry.ts';
import { compilePattern } from '../fields/compile-pattern.ts';
import { generateFromPattern } from '../fields/generate-from-pattern.ts';
import { validateValue } from '../fields/validate-value.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import type { Random } from '../random.ts';
import { maxIdentifierBytes } from './translate-index.ts';
import {
  atLeast,
  atMost,
  foundErrors,
  lengthOutOfRange,
  mismatch,
  mustBeBlank,
  notAValue,
  notInList,
  required,
  wrongFormat,
} from './validation-errors.ts';

export type FieldContext = {
  collection: Collection;
  original: Collection | null;
  collections: CollectionRegistry;
  random: Random;
};

type Found = FieldError | ErrorData | undefined;

/** What is wrong with a field's settings, by setting (wire contract, sections 2.1 and 10), or undefined. */
export function validateField(field: Field, context: FieldContext): ErrorData | undefined {
  const id = field.id.length > 100 ? lengthOutOfRange(1, 100) : undefined;
  const help = (field.help ?? '').length > 300 ? lengthOutOfRange(1, 300) : undefined;
  return foundErrors({ id, name: validateName(field), help, ...validateSettings(field, context) });
}

// Names of PostgreSQL's own columns and of the engine's columns that are no fields; the reference has `_rowid_` in their place.
const takenNames = new Set(
  'null true false _rowid_ collectionId collectionName expand _seq _author _request_hash'
    .split(' ')
    .concat('tableoid xmin cmin xmax cmax ctid'.split(' ')),
);

function validateName(field: Field): FieldError | undefined {
  const { name } = field;
  if (name === '') return required;
  if (name.length > maxIdentifierBytes) return lengthOutOfRange(1, maxIdentifierBytes);
  if (!/^\w+$/.test(name)) return wrongFormat;
  if (takenNames.has(name)) return notInList;
  if (field.type === 'text' && field.primaryKey && name !== 'id') {
    return { ...notAValue, message: 'The primary key must be named "id".' };
  }
  return findVia(name);
}

/** Refuses `_via_`, which belongs to back-relations. */
export function findVia(name: string): FieldError | undefined {
  if (!name.toLowerCase().includes('_via_')) return undefined;
  return { code: 'validation_found_via', message: 'The value cannot contain "_via_".' };
}

function validateSettings(field: Field, context: FieldContext): Record<string, Found> {
  switch (field.type) {
    case 'text':
      return validateText(field, context);
    case 'number':
      return validateNumber(field);
    case 'email':
    case 'url':
      return validateDomains(field);
    case 'editor':
    case 'json':
      return { maxSize: inSafeRange(field.maxSize, 0) };
    case 'autodate':
      return validateAutodate(field, context);
    case 'select':
      return validateSelect(field);
    case 'relation':
      return validateRelation(field, context);
    case 'file':
      return validateFile(field);
    case 'password':
      return validatePassword(field);
    default:
      return {};
  }
}

// What JSON's readers still tell from its neighbours.
function inSafeRange(value: number, min: number): FieldError | undefined {
  return atLeast(value, min) ?? atMost(value, Number.MAX_SAFE_INTEGER);
}

function validateText(field: TextField, { collection, random }: FieldContext): Record<string, Found> {
  const keys = collection.fields.filter((other) => other.type === 'text' && other.primaryKey);
  return {
    primaryKey: field.primaryKey && keys.length > 1 ? compositeKey : undefined,
    min: inSafeRange(field.min, 0),
    max: inSafeRange(field.max, field.min),
    pattern: (field.primaryKey && field.pattern === '' ? required : undefined) ?? validateRegex(field.pattern),
    hidden: field.primaryKey && field.hidden ? mustBeBlank : undefined,
    required: field.primaryKey && !field.required ? required : undefined,
    autogeneratePattern: validateRegex(field.autogeneratePattern) ?? validateAutogenerate(field, random),
  };
}

const compositeKey: FieldError = {
  code: 'validation_unsupported_composite_pk',
  message: 'Composite PKs are not supported and the collection must have only 1 PK.',
};

function validateRegex(pattern: string): FieldError | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return { code: 'validation_invalid_regex', message: sentence(error) };
  }
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : 'invalid pattern';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function validateAutogenerate(field: TextField, random: Random): FieldError | undefined {
  if (field.autogeneratePattern === '') return undefined;
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      const text = generateFromPattern(field.autogeneratePattern, random);
      if (validateRegex(field.pattern) || !validateValue(field, text)) continue;
      const message = `The provided autogenerate pattern could produce invalid field values, ex.: "${text}".`;
      return { code: 'validation_invalid_autogenerate_pattern_value', message };
    }
    return undefined;
  } catch (error) {
    return { code: 'validation_invalid_autogenerate_pattern', message: sentence(error) };
  }
}

function validateNumber({ min, max, onlyInt }: NumberField): Record<string, Found> {
  const isOutside = min !== null && max !== null && max < min;
  return {
    min: onlyInt ? refuseDecimal(min) : undefined,
    max:
      (onlyInt ? refuseDecimal(max) : undefined) ??
      (isOutside
        ? {
            code: 'validation_min_number_constraint',
            message: `Must be greater or equal than ${min}.`,
            params: { min },
          }
        : undefined),
  };
}

function refuseDecimal(value: number | null): FieldError | undefined {
  if (value === null || Number.isInteger(value)) return undefined;
  return { code: 'validation_only_int_constraint', message: 'Decimal numbers are not allowed.' };
}

type Domains = { onlyDomains: string[] | null; exceptDomains: string[] | null };

function validateDomains({ onlyDomains, exceptDomains }: Domains): Record<string, Found> {
  const hasBoth = (onlyDomains ?? []).length > 0 && (exceptDomains ?? []).length > 0;
  if (hasBoth) return { onlyDomains: mustBeBlank, exceptDomains: mustBeBlank };
  return { onlyDomains: eachDomain(onlyDomains), exceptDomains: eachDomain(exceptDomains) };
}

function eachDomain(domains: string[] | null): ErrorData | undefined {
  const refused = (domains ?? []).map((domain, index) => [String(index), isDomain(domain) ? undefined : notADomain]);
  return foundErrors(Object.fromEntries(refused));
}

const notADomain: FieldError = { code: 'validation_is_domain', message: 'Must be a valid domain.' };

function isDomain(text: string): boolean {
  return text === '' || /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-z0-9])?\.)+[a-zA-Z]{1,63}$/.test(text);
}

function validateAutodate(field: AutodateField, { original }: FieldContext): Record<string, Found> {
  const known = original?.fields.find(({ id }) => id === field.id);
  const before = known?.type === 'autodate' ? known : field;
  const neither: FieldError = { ...required, message: 'Either onCreate or onUpdate must be enabled.' };
  const isOff = !field.onCreate && !field.onUpdate;
  return {
    onCreate: field.system && field.onCreate !== before.onCreate ? mismatch : isOff ? neither : undefined,
    onUpdate: field.system && field.onUpdate !== before.onUpdate ? mismatch : isOff ? neither : undefined,
  };
}

function validateSelect({ values, maxSelect }: SelectField): Record<string, Found> {
  const count = Math.max((values ?? []).length, 1);
  return {
    values: (values ?? []).length === 0 ? required : undefined,
    maxSelect: atLeast(maxSelect, 0) ?? atMost(maxSelect, count),
  };
}

function validateRelation(field: RelationField, context: FieldContext): Record<string, Found> {
  const { minSelect, maxSelect, collectionId } = field;
  return {
    collectionId: collectionId === '' ? required : validateTarget(field, context),
    minSelect: atLeast(minSelect, 0),
    maxSelect: minSelect > 0 && maxSelect === 0 ? required : atLeast(maxSelect, minSelect),
  };
}

function validateTarget(field: RelationField, context: FieldContext): FieldError | undefined {
  const { collection, original, collections } = context;
  const known = original?.fields.find(({ id }) => id === field.id);
  if (known?.type === 'relation' && known.collectionId !== field.collectionId) {
    return { code: 'validation_field_relation_change', message: 'The relation collection cannot be changed.' };
  }
  const target = collections.find(field.collectionId);
  if (target?.id !== field.collectionId) {
    const message = "The relation collection doesn't exist.";
    return { code: 'validation_field_relation_missing_collection', message };
  }
  if (collection.type === 'view' || target.type !== 'view') return undefined;
  const message = 'Only view collections are allowed to have relations to other views.';
  return { code: 'validation_relation_field_non_view_base_collection', message };
}

function validateFile({ maxSelect, maxSize, thumbs }: FileField): Record<string, Found> {
  const refused = (thumbs ?? []).map((size, index) => [String(index), validateThumb(size)]);
  return {
    maxSelect: inSafeRange(maxSelect, 0),
    maxSize: inSafeRange(maxSize, 0),
    thumbs: foundErrors(Object.fromEntries(refused)),
  };
}

function validateThumb(size: string): FieldError | undefined {
  if (/^0x0[tbf]?$/.test(size)) return notInList;
  return size === '' || /^\d+x\d+[tbf]?$/.test(size) ? undefined : wrongFormat;
}

function validatePassword({ min, max, cost, pattern }: PasswordField): Record<string, Found> {
  return {
    min: atLeast(min, 1) ?? atMost(min, 71),
    max: atLeast(max, min) ?? atMost(max, 71),
    cost: atLeast(cost, 4) ?? atMost(cost, 31),
    pattern: validateRegex(pattern),
  };
}
