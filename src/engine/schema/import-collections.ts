import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { Collection, Field } from '../collections/collection.ts';
import { saveCollection } from '../collections/collection-store.ts';
import { databaseErrorCode, type Transaction } from '../database/database.ts';
import type { Engine } from '../engine.ts';
import { ApiError, badRequest, type ErrorData } from '../http/api-error.ts';
import { requireSuperuser } from '../http/require-superuser.ts';
import type { Route } from '../http/route.ts';
import { changeCollections, storeCollection } from './change-collections.ts';
import { changeManagedCollection } from './change-managed-collection.ts';
import { collectionJson } from './collection-json.ts';
import { hasOwnId, newCollectionFrom, withFreeId } from './create-collection.ts';
import { dropCollection } from './delete-collection.ts';
import { describeErrors } from './describe-errors.ts';
import { findViewFields } from './find-view-fields.ts';
import { ViewQueryError } from './parse-view-query.ts';
import { readAddedParts } from './read-added-parts.ts';
import { readCollection } from './read-collection.ts';
import { addField } from './read-fields.ts';
import { syncCollectionTable } from './sync-collection-table.ts';
import { finishCollection } from './update-collection.ts';
import { validateCollection } from './validate-collection.ts';
import { required } from './validation-errors.ts';

const refusal = 'Failed to import collections.';

type Settings = Record<string, unknown>;
type Import = {
  collection: Collection;
  original: Collection | null;
  /** What was sent for a collection that is described in code. */
  settings?: Settings;
};

/** PUT /api/collections/import (wire contract, section 13): 204. */
export function importCollectionsRoute(engine: Engine): Route {
  return {
    method: 'PUT',
    path: '/api/collections/import',
    async handle(request) {
      requireSuperuser(request);
      const { fields } = await request.body();
      const { collections, deleteMissing } = fields;
      const list = Array.isArray(collections) ? collections.map((item) => item ?? {}) : (collections ?? []);
      if (!Array.isArray(list) || !list.every(isSettings) || typeof (deleteMissing ?? false) !== 'boolean') {
        throw badRequest('An error occurred while loading the submitted data.');
      }
      if (list.length === 0) {
        throw badRequest('An error occurred while validating the submitted data.', { collections: required });
      }
      await importCollections(engine, list, deleteMissing === true);
      return { status: 204 };
    },
  };
}

function isSettings(item: unknown): item is Settings {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/**
 * Makes and changes collections as a list says, all or none. With `deletesMissing` fields and collections that the list does not have
 * are dropped, but for the system's and those described in code.
 */
export async function importCollections(engine: Engine, list: Settings[], deletesMissing: boolean): Promise<void> {
  const dropped = await changeCollections(engine, refusal, async (tx, all) => {
    const imports = explained(() => readImports(engine, all, { list, deletesMissing }));
    refuseDoubles(imports);
    const kept = new Set(imports.map(({ collection }) => collection.id));
    const missing = all.filter(({ id, system, managed }) => deletesMissing && !kept.has(id) && !system && !managed);
    await dropAll(tx, missing);
    const gone = new Set(missing.map(({ id }) => id));
    const others = all.filter(({ id }) => !kept.has(id) && !gone.has(id));
    await storeImports(engine, tx, { imports, others, isSmaller: gone.size > 0 }).catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? importFailure(error.message) : error;
    });
    return missing;
  });
  for (const { id } of dropped) await engine.files.deletePrefix(`${id}/`);
}

// In the words of the reference's database.
function refuseDoubles(imports: readonly Import[]): void {
  const seen: Collection[] = [];
  for (const { collection } of imports) {
    const { id, name } = collection;
    const taken = seen.some((other) => other.name === name)
      ? 'name'
      : seen.some((other) => other.id === id)
        ? 'id'
        : '';
    if (taken !== '') {
      const reason = `constraint failed: UNIQUE constraint failed: _collections.${taken} (${taken === 'id' ? 1555 : 2067})`;
      throw importFailure(`failed to save collection "${name}": ${reason}`);
    }
    seen.push(collection);
  }
}

// Nothing can go while a view reads it, so what is read goes after those that read it.
async function dropAll(tx: Transaction, collections: readonly Collection[]): Promise<void> {
  let left = collections.toSorted((a, b) => Number(b.type === 'view') - Number(a.type === 'view'));
  while (left.length > 0) {
    const still: Collection[] = [];
    for (const collection of left) if (!(await isDropped(tx, collection))) still.push(collection);
    if (still.length === left.length) {
      throw importFailure(`failed to delete collection "${still[0]?.name}": a view that stays reads it`);
    }
    left = still;
  }
}

const dependents = '2BP01';

async function isDropped(tx: Transaction, collection: Collection): Promise<boolean> {
  try {
    await tx.savepoint(() => dropCollection(tx, collection));
    return true;
  } catch (error) {
    if (databaseErrorCode(error) === dependents) return false;
    throw error;
  }
}

type ReadingAll = { list: readonly Settings[]; deletesMissing: boolean };

// A known collection that is named twice is changed twice, the second time from what it has become.
function readImports(engine: Engine, all: readonly Collection[], { list, deletesMissing }: ReadingAll): Import[] {
  const imports: Import[] = [];
  const known = [...all];
  for (const settings of list) {
    const next = readImport(engine, known, { settings, deletesMissing });
    const place = imports.findIndex(({ original }) => original !== null && original.id === next.original?.id);
    const before = imports[place];
    if (before?.original && !before.settings) imports[place] = { ...next, original: before.original };
    else imports.push(next);
    const standing = next.settings ? -1 : known.findIndex(({ id }) => id === next.original?.id);
    if (standing >= 0) known[standing] = next.collection;
  }
  return imports;
}

type Reading = { settings: Settings; deletesMissing: boolean };

function readImport(engine: Engine, all: readonly Collection[], { settings, deletesMissing }: Reading): Import {
  const original = findOriginal(all, settings);
  if (!original) {
    const collection = newCollectionFrom(engine, settings);
    return { collection: hasOwnId(settings) ? collection : withFreeId(collection, all), original: null };
  }
  if (original.managed) return readManagedImport(original, { settings, deletesMissing });
  const clears = deletesMissing && (settings.fields === undefined || settings.fields === null);
  const merged = readCollection(original, clears ? { ...settings, fields: [] } : settings);
  return {
    collection: finishCollection(engine, withKnownFields(merged, original, deletesMissing), original),
    original,
  };
}

// When it was made and changed is said by the code.
function readManagedImport(original: Collection, { settings: sent, deletesMissing }: Reading): Import {
  const { created: _created, updated: _updated, ...rest } = sent;
  const settings = { ...rest, fields: withKnownParts(original, rest.fields, deletesMissing) };
  const merged = readCollection(original, settings);
  const { fields, indexes } = readAddedParts(original, merged);
  return { collection: { ...merged, fields, indexes }, original, settings };
}

// The product's own fields are there whether or not they are named; what operators added stays unless it is to be deleted.
function withKnownParts(original: Collection, sent: unknown, deletesMissing: boolean): unknown {
  if (sent !== undefined && sent !== null && !Array.isArray(sent)) return sent;
  const named = (sent ?? []) as Array<Partial<Field> | null>;
  const json = collectionJson(original).fields as Field[];
  const missing = json.filter(({ id, name }, place) => {
    const isKept = !deletesMissing || !original.fields[place]?.isAdded;
    return isKept && !named.some((field) => field?.id === id || field?.name === name);
  });
  const known = named.map((field) => {
    const same = json.find(({ name, type }) => name === field?.name && type === field.type);
    return same ? { ...field, id: same.id } : field;
  });
  return [...missing, ...known];
}

function findOriginal(all: readonly Collection[], { id, name }: Settings): Collection | undefined {
  const key = typeof id === 'string' && id !== '' ? id : name;
  if (typeof key !== 'string' || key === '') return undefined;
  return all.find((other) => other.id === key) ?? all.find((other) => other.name.toLowerCase() === key.toLowerCase());
}

// An imported field without its id is still the known field of its name and type, which stays as it is: so does the reference.
function withKnownFields(merged: Collection, original: Collection, deletesMissing: boolean): Collection {
  const fields = [...merged.fields];
  for (const known of original.fields) {
    if ((deletesMissing && !known.system) || fields.some(({ id }) => id === known.id)) continue;
    const place = fields.findIndex(({ name, type }) => name === known.name && type === known.type);
    if (place >= 0) fields[place] = known;
    else addField(fields, known);
  }
  return { ...merged, fields };
}

async function storeImports(
  engine: Engine,
  tx: Transaction,
  { imports, others, isSmaller }: { imports: Import[]; others: Collection[]; isSmaller: boolean },
): Promise<void> {
  const changed = imports.filter((item) => !isUnchanged(item));
  const all = withViewFields([...others, ...imports.map(({ collection }) => collection)]);
  for (const item of changed) if (item.settings) await changeManaged(engine, tx, item, all);
  const stored = changed.filter(({ settings }) => !settings);
  const tables = stored.filter(({ collection }) => collection.type !== 'view');
  // What stays as it is may lead, in its rules, to what is deleted.
  const asked = isSmaller ? imports.filter((item) => !item.settings && !stored.includes(item)) : [];
  for (const { collection, original } of [...tables, ...asked]) {
    const errors = await validateCollection(engine, tx, { collection, original: original ?? collection, all });
    if (errors) throw invalidImport(collection, errors);
  }
  for (const { collection, original } of tables) {
    await syncCollectionTable(tx, { collection, original, message: refusal });
    await saveCollection(tx, collection);
  }
  for (const { collection, original } of stored) {
    if (collection.type !== 'view') continue;
    const rest = all.filter(({ id }) => id !== collection.id || original !== null);
    await storeCollection(engine, tx, { collection, original, all: rest }, refusal).catch((error: unknown) => {
      const viewQuery = error instanceof ApiError ? error.data.viewQuery : undefined;
      if (typeof viewQuery?.message !== 'string') throw error;
      const reason = viewQuery.message.replace(/^Invalid query - /, '');
      throw importFailure(`failed to save collection "${collection.name}": ${reason}`);
    });
  }
}

async function changeManaged(engine: Engine, tx: Transaction, item: Import, all: readonly Collection[]): Promise<void> {
  const { collection, original, settings: input } = item;
  if (!original || !input) return;
  const others = all.map((other) => (other.id === original.id ? original : other));
  await changeManagedCollection(engine, tx, { original, input, all: others }, refusal).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw Object.keys(error.data).length > 0 ? invalidImport(collection, error.data) : importFailure(error.message);
  });
}

// Rules may lead through views that are made only after the tables they read: their texts say which fields they will have.
function withViewFields(all: readonly Collection[]): Collection[] {
  const known = [...all];
  for (const [place, collection] of known.entries()) {
    if (collection.type === 'view' && collection.fields.length === 0)
      known[place] = { ...collection, fields: foreseenFields(collection.viewQuery, known) };
  }
  return known;
}

function foreseenFields(query: string, all: readonly Collection[]): Field[] {
  try {
    return [...findViewFields(query, all).values()].map(({ field }) => field);
  } catch (error) {
    // What is wrong with the query is told when the view is made.
    if (error instanceof ViewQueryError) return [];
    throw error;
  }
}

function isUnchanged({ collection, original }: Import): boolean {
  if (!original) return false;
  return isDeepStrictEqual(
    { ...collectionJson(collection), updated: '' },
    { ...collectionJson(original), updated: '' },
  );
}

// An index that is none stops the reference before it has looked at anything else.
function invalidImport({ id, name }: Collection, errors: ErrorData) {
  const { indexes } = errors;
  const isNoIndex = JSON.stringify(indexes ?? {}).includes('"validation_invalid_index_expression"');
  if (indexes && isNoIndex) return badRequest(refusal, { indexes });
  const message = `Data validations failed for collection "${name}" (${id}):\n${describeErrors(errors)}.`;
  return badRequest(refusal, { collections: { code, message } });
}

const code = 'validation_collections_import_failure';

function importFailure(reason: string) {
  const message = `Failed to import the collections configuration. Raw error:\n${reason}${reason.endsWith('.') ? '' : '.'}`;
  return badRequest(refusal, { collections: { code, message } });
}

/** Runs what reads settings; the wrong shape of one is told of as the whole import's failure. */
function explained<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw importFailure(error.cause instanceof Error ? error.cause.message : error.message);
  }
}
