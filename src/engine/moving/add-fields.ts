import { withoutAdded } from '../collections/added-parts.ts';
import type { Collection, Field } from '../collections/collection.ts';
import { ruleNames } from '../collections/strict-rules.ts';
import type { Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { changeManagedCollection } from '../schema/change-managed-collection.ts';
import { collectionJson } from '../schema/collection-json.ts';
import { describeErrors } from '../schema/describe-errors.ts';
import { addField, readFields } from '../schema/read-fields.ts';
import { MoveError } from './move-error.ts';
import { oneLine } from './one-line.ts';
import type { SourceCollection } from './open-pocketbase.ts';

type Given = Record<string, unknown>;

/** The type that a field of the folder has here: a date that PocketBase writes is a plain one among an operator's fields. */
export function typeHere({ type }: Given, own: Field | undefined): unknown {
  return type === 'autodate' && own?.isAdded ? 'date' : type;
}

/**
 * A collection of ours with a field of the folder as one of an operator's own behind its others, without what would stand in the product's
 * way; `notes` tells what that was. `ids` are those of collections here by those in the folder.
 */
export function withFieldOf(
  collection: Collection,
  given: Given,
  { ids, notes }: { ids: ReadonlyMap<string, string>; notes: string[] },
): Collection {
  const place = `${collection.name}.${String(given.name)}`;
  const isDate = given.type === 'autodate';
  const target = typeof given.collectionId === 'string' ? { collectionId: ids.get(given.collectionId) ?? '' } : {};
  const type = isDate ? { type: 'date' } : {};
  const free = { id: '', system: false, required: false, cascadeDelete: false };
  const fields = [...collection.fields];
  for (const field of readFields([{ ...given, ...target, ...type, ...free }])) {
    addField(fields, { ...field, id: '', isAdded: true });
  }
  notes.push(`${place} becomes a field of your own in the product's collection.`);
  if (given.required === true) notes.push(`${place} was required; the product makes records without it.`);
  if (given.cascadeDelete === true) notes.push(`Records went with what ${place} points at; here they stay.`);
  if (isDate) notes.push(`${place} was written by PocketBase; here it is a date that stays as it is.`);
  return { ...collection, fields };
}

/** The rules of the folder, and indexes on fields that come along, that a collection of ours does not take over: a sentence for each. */
export function tellLeftBehind(collection: Collection, { name, settings }: SourceCollection): string[] {
  const own = withoutAdded(collection);
  const rules = ruleNames.flatMap((rule) => {
    const text = settings[rule];
    const isUsual = text === 'id = @request.auth.id' || text === '' || text === own[rule];
    return isUsual || typeof text !== 'string' ? [] : [`The ${rule} of ${name} was not taken: ${oneLine(text)}`];
  });
  const names = collection.fields.flatMap((field) => (field.isAdded ? [field.name] : []));
  const indexes = (settings.indexes as string[]).filter((text) => {
    const columns = text.slice(text.indexOf('('));
    return names.some((field) => new RegExp(`\\b${field}\\b`, 'i').test(columns));
  });
  return [...rules, ...indexes.map((text) => `An index of ${name} was not taken: ${oneLine(text)}`)];
}

type Growing = { grown: readonly Collection[]; all: readonly Collection[] };

/** Gives collections of ours, and their tables, the fields that they have in `grown`. Throws a MoveError for one that cannot be there. */
export async function growCollections(engine: Engine, tx: Transaction, { grown, all }: Growing): Promise<void> {
  const message = 'Failed to import a collection.';
  for (const wanted of grown) {
    const original = all.find(({ id }) => id === wanted.id);
    if (!original || original.fields.length === wanted.fields.length) continue;
    const { fields } = collectionJson({ ...original, fields: wanted.fields });
    try {
      await changeManagedCollection(engine, tx, { original, input: { fields }, all }, message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const why = oneLine(describeErrors(error.data));
      throw new MoveError([`${wanted.name} cannot have all fields of the folder: ${why} Leave those behind.`]);
    }
  }
}

/** All collections, with those of ours as they are with their new fields. */
export function withGrown(all: readonly Collection[], grown: readonly Collection[]): Collection[] {
  return all.map((known) => grown.find(({ id }) => id === known.id) ?? known);
}
