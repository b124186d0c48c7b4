import { type Collection, type Field, isMultiple } from '../collections/collection.ts';
import { defaultCollectionId } from '../collections/define-collection.ts';
import type { Engine } from '../engine.ts';
import { ApiError } from '../http/api-error.ts';
import { newCollectionFrom } from '../schema/create-collection.ts';
import { tellLeftBehind, typeHere, withFieldOf } from './add-fields.ts';
import type { ImportChoice, ImportPlan, MovedCollection } from './import-plan.ts';
import { MoveError } from './move-error.ts';
import { oneLine } from './one-line.ts';
import type { SourceCollection } from './open-pocketbase.ts';
import { renameInQuery } from './rename-in-query.ts';
import { namesInTexts, type Renames, renameInRule } from './rename-in-text.ts';

const ruleNames = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'authRule', 'manageRule'] as const;

type Planning = {
  engine: Engine;
  choice: ImportChoice;
  /** Ids of collections that an earlier, unfinished run made. */
  begun: ReadonlySet<string>;
  ids: Map<string, string>;
  refusals: string[];
  notes: string[];
};

/**
 * What becomes of each collection of a folder. `begun` names the ids that an unfinished import made. Throws a MoveError, before anything is
 * written, with every name that collides with one of ours and every field that has no place here.
 */
export function planImport(
  engine: Engine,
  collections: readonly SourceCollection[],
  choice: ImportChoice,
  begun: ReadonlySet<string>,
): ImportPlan {
  const planning: Planning = { engine, choice, begun, ids: new Map(), refusals: [], notes: [] };
  refuseUnknownNames(planning, collections);
  const taken = collections.filter(({ name }) => !choice.leftOut.has(name));
  for (const source of taken) planning.ids.set(source.id, idHere(planning, source));
  const moved = taken.flatMap((source) => planCollection(planning, source) ?? []);
  refuseLostTargets(planning, moved, collections);
  if (planning.refusals.length > 0) throw new MoveError(planning.refusals);
  return { moved, ids: planning.ids, present: new Set(), notes: planning.notes };
}

function refuseUnknownNames({ choice, refusals }: Planning, collections: readonly SourceCollection[]): void {
  const names = new Set(collections.map(({ name }) => name));
  const chosen = [...choice.renames.keys(), ...[...choice.leftOut].map((text) => text.split('.')[0] ?? '')];
  for (const name of new Set(chosen)) {
    if (!names.has(name)) refusals.push(`${name}: the folder has no collection of this name.`);
  }
}

function isOurSystem({ engine }: Planning, { id, name }: SourceCollection): boolean {
  const known = engine.collections.find(id);
  return known?.managed === true && known.system && known.name === name;
}

function isMapped({ engine, choice }: Planning, { id, name, type }: SourceCollection): boolean {
  const known = choice.renames.has(name) ? undefined : engine.collections.find(name);
  return known?.managed === true && known.id === id && known.type === 'auth' && type === 'auth';
}

function idHere(planning: Planning, source: SourceCollection): string {
  const { engine, choice, begun } = planning;
  if (isOurSystem(planning, source) || isMapped(planning, source)) return source.id;
  const isFree = (id: string) => begun.has(id) || engine.collections.find(id) === undefined;
  if (isFree(source.id)) return source.id;
  const base = defaultCollectionId(source.type, choice.renames.get(source.name) ?? source.name);
  let id = base;
  for (let count = 2; !isFree(id); count++) id = `${base}${count}`;
  return id;
}

function planCollection(planning: Planning, source: SourceCollection): MovedCollection | undefined {
  const { engine, choice, begun, refusals } = planning;
  if (isOurSystem(planning, source)) return takenOver(planning, source, 'system');
  if (isMapped(planning, source)) return takenOver(planning, source, 'mapped');
  const name = choice.renames.get(source.name) ?? source.name;
  const known = engine.collections.find(name);
  if (known && !begun.has(known.id)) {
    const whose = known.managed ? "is one of the product's own collections" : 'exists here already';
    refusals.push(
      `${source.name}: ${known.name} ${whose}. Take it in under another name with --as ${source.name}=<name>, or leave it behind with --leave-out ${source.name}.`,
    );
    return undefined;
  }
  return madeHere(planning, source, name);
}

function takenOver(planning: Planning, source: SourceCollection, kind: 'mapped' | 'system'): MovedCollection {
  const { engine, choice, ids, refusals, notes } = planning;
  let collection = engine.collections.get(source.id);
  const names = new Set<string>();
  for (const given of source.settings.fields as Array<Record<string, unknown>>) {
    const name = String(given.name);
    if (choice.leftOut.has(`${source.name}.${name}`)) continue;
    const own = collection.fields.find((field) => field.name === name);
    if (own && fits(own, given)) names.add(name);
    else if (!own && collection.type === 'auth') {
      collection = withFieldOf(collection, given, { ids, notes });
      names.add(name);
    } else if (kind === 'mapped') {
      refusals.push(
        `${source.name}.${name} means something else in the product’s own collection of this name. Leave it behind with --leave-out ${source.name}.${name}, or take the whole collection in under another name with --as ${source.name}=<name>.`,
      );
    }
  }
  if (kind === 'mapped') {
    notes.push(
      `${source.name} is taken into the product's own collection of this name: its rules, indexes and sign-in options here stay as they are.`,
      ...tellLeftBehind(collection, source),
    );
  }
  return { kind, source, collection, fields: collection.fields.filter((field) => names.has(field.name)) };
}

function fits(own: Field, given: Record<string, unknown>): boolean {
  const type = typeHere(given, own);
  const isOfMany = isList(type) && Number(given.maxSelect ?? 0) > 1;
  return own.type === type && isMultiple(own) === isOfMany && own.decided === undefined;
}

function isList(type: unknown): boolean {
  return type === 'select' || type === 'relation' || type === 'file';
}

function madeHere(planning: Planning, source: SourceCollection, name: string): MovedCollection | undefined {
  const { engine, choice, ids, refusals } = planning;
  const id = ids.get(source.id) ?? source.id;
  const known = engine.collections.find(id);
  try {
    const collection = known ?? describeHere(planning, source, { id, name });
    const isTaken = (field: Field) => !choice.leftOut.has(`${source.name}.${field.name}`);
    return { kind: 'made', source, collection, fields: collection.fields.filter(isTaken) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refusals.push(`${source.name}: ${error.message}`);
    return undefined;
  }
}

function describeHere(
  planning: Planning,
  source: SourceCollection,
  { id, name }: { id: string; name: string },
): Collection {
  const { engine, choice, ids } = planning;
  const { created, updated } = source.settings;
  const settings = {
    ...source.settings,
    ...renamedRules(planning, source),
    id,
    name,
    fields: (source.settings.fields as Array<Record<string, unknown>>)
      .filter((field) => !choice.leftOut.has(`${source.name}.${field.name}`))
      .map((field) => withTarget(field, ids)),
    indexes: (source.settings.indexes as string[]).map((text) =>
      id === source.id ? text : text.replaceAll(source.id, id),
    ),
  };
  const collection = newCollectionFrom(engine, settings);
  return { ...collection, created: String(created), updated: String(updated) };
}

function withTarget(field: Record<string, unknown>, ids: ReadonlyMap<string, string>): Record<string, unknown> {
  const target = typeof field.collectionId === 'string' ? ids.get(field.collectionId) : undefined;
  return target === undefined ? field : { ...field, collectionId: target };
}

function renamedRules({ choice, notes }: Planning, { name, settings }: SourceCollection): Record<string, unknown> {
  const { renames } = choice;
  const changed: Record<string, unknown> = {};
  for (const ruleName of ruleNames) {
    const rule = settings[ruleName];
    if (typeof rule !== 'string') continue;
    changed[ruleName] = renameInRule(rule, renames);
    for (const text of namesInTexts(renameInRule(rule, renames), renames)) {
      notes.push(
        `The ${ruleName} of ${name} has the text '${text}', a collection that gets another name; see whether it is meant: ${oneLine(rule)}`,
      );
    }
  }
  const { viewQuery } = settings;
  return typeof viewQuery === 'string'
    ? { ...changed, viewQuery: renameInQuery(viewQuery, renames as Renames) }
    : changed;
}

function refuseLostTargets(
  { choice, refusals }: Planning,
  moved: readonly MovedCollection[],
  collections: readonly SourceCollection[],
): void {
  for (const { source, fields } of moved) {
    // What a view shows is its query's affair.
    if (source.type === 'view') continue;
    const kept = new Set(fields.map(({ name }) => name));
    for (const { name, collectionId } of source.settings.fields as Array<Record<string, unknown>>) {
      const target = collections.find(({ id }) => id === collectionId);
      if (target && kept.has(String(name)) && choice.leftOut.has(target.name)) {
        refusals.push(
          `${source.name}.${name} points at records of ${target.name}, which is left out. Leave the field behind too, with --leave-out ${source.name}.${name}.`,
        );
      }
    }
  }
}
