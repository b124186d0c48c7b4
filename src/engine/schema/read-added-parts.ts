import { canonicalJson } from '../canonical-json.ts';
import { withoutAdded } from '../collections/added-parts.ts';
import type { Collection, Field } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import type { ErrorData, FieldError } from '../http/api-error.ts';
import { collectionJson } from './collection-json.ts';
import { completeCollection } from './complete-collection.ts';
import { findWrongIndex, hasShapeOf } from './find-wrong-index.ts';
import { foundErrors } from './validation-errors.ts';

/** What a collection that is described in code is to have: its own fields and indexes, and those of operators, as they were sent. */
export type AddedParts = { fields: Field[]; indexes: string[]; addedIndexes: string[] };

/** Reads fields and indexes of a change. The product's own keep what is not on the wire; its indexes are there whether or not they are named. */
export function readAddedParts(original: Collection, merged: Collection): AddedParts {
  const own = withoutAdded(original);
  const known = new Map(own.fields.map((field) => [field.id, field]));
  const isUnchanged = canonicalJson(merged.fields) === canonicalJson(original.fields);
  const sent = isUnchanged ? original.fields : completeCollection(merged).fields;
  const fields = sent.map((field): Field => {
    const before = known.get(field.id);
    if (!before) return { ...field, isAdded: true };
    return canonicalJson(jsonOf(original, before)) === canonicalJson(jsonOf(original, field)) ? before : field;
  });
  const { indexes } = completeCollection(own);
  const addedIndexes = completeCollection({ ...merged, type: 'base' }).indexes.filter(
    (text) => !indexes.some((index) => hasShapeOf(text, index)),
  );
  return { fields, indexes: [...indexes, ...addedIndexes], addedIndexes };
}

function jsonOf(collection: Collection, field: Field): unknown {
  return (collectionJson({ ...collection, fields: [field] }).fields as unknown[])[0];
}

/** The description with what operators added: the product's own first, in its own order. */
export function withParts(original: Collection, { fields, addedIndexes }: AddedParts): Collection {
  const own = withoutAdded(original);
  const all = { ...own, fields: [...own.fields, ...fields.filter(({ isAdded }) => isAdded)] };
  return addedIndexes.length > 0 ? { ...all, indexes: [...own.indexes, ...addedIndexes], addedIndexes } : all;
}

/** 400 of what the product needs as it is. */
export const needed: FieldError = {
  code: 'validation_described_in_code',
  message: 'This is described in code, and the product needs it as it is.',
};

/** What is wrong with the fields and indexes of a change, by their places: the product's own changed, or operators' that would get in its way. */
export function findWrongParts(engine: Engine, original: Collection, parts: AddedParts): ErrorData {
  const performs = engine.hooks.of(original.name).some(({ performCreate }) => performCreate !== undefined);
  const wrong = parts.indexes.map((text, place) => [
    String(place),
    parts.addedIndexes.includes(text) ? findWrongIndex(text, { ...parts, performs }) : undefined,
  ]);
  const indexes = foundErrors(Object.fromEntries(wrong));
  const fields = findWrongFields(withoutAdded(original).fields, parts.fields);
  return { ...(fields && { fields }), ...(indexes && { indexes }) };
}

function findWrongFields(own: readonly Field[], fields: readonly Field[]): ErrorData | FieldError | undefined {
  const missing = own.find(({ id }) => !fields.some((field) => field.id === id));
  if (missing) return { ...needed, message: `The product needs the field ${missing.name} as it is.` };
  const wrong = fields.map((field, place) => [
    String(place),
    field.isAdded ? foundErrors(findWrongSettings(field)) : own.includes(field) ? undefined : { name: needed },
  ]);
  return foundErrors(Object.fromEntries(wrong));
}

const code = 'validation_in_the_way_of_the_product';

// The product makes and changes records of its collections itself and knows nothing of what operators add.
function findWrongSettings(field: Field): Record<string, FieldError | undefined> {
  const isRequired = 'required' in field && field.required;
  return {
    required: isRequired
      ? {
          code,
          message: `The product makes records here itself, without this field: it cannot be required. Ask for it in createRule: @request.body.${field.name}:isset = true.`,
        }
      : undefined,
    cascadeDelete:
      field.type === 'relation' && field.cascadeDelete
        ? { code, message: 'The product needs its records: they cannot be deleted along with others.' }
        : undefined,
    type:
      field.type === 'autodate'
        ? { code, message: 'The product writes records here itself, and would not set this date.' }
        : undefined,
  };
}
