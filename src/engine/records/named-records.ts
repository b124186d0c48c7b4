import type { Collection, RelationField } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import type { Engine } from '../engine.ts';

/** Records of one collection that a record names in its relations. */
export type NamedRecords = { table: string; ids: readonly string[] };

/** A record is not written because one that it names is not there any more. */
export class NamedAreGone extends Error {}

/** The ids that a relation has. */
export function idsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string' && item !== '');
}

/** Those of them that it did not have before. */
export function addedIds(value: unknown, before: unknown): string[] {
  const known = idsOf(before);
  return idsOf(value).filter((id) => !known.includes(id));
}

/** The relations that no foreign key keeps true: all but those that the product's own tables came with. */
export function looseRelations({ fields, managed }: Collection): RelationField[] {
  return fields.filter(
    (field): field is RelationField => field.type === 'relation' && (!managed || field.isAdded === true),
  );
}

/** The tables that the loose relations of a collection lead to, in the order in which their rows are held. */
export function namedTables(engine: Pick<Engine, 'collections'>, collection: Collection): string[] {
  const tables = looseRelations(collection).flatMap((field) => tableOf(engine, field) ?? []);
  return [...new Set(tables)].sort();
}

/** What a record names anew in its loose relations: what must be held while it is written. */
export function namedAnew(
  engine: Pick<Engine, 'collections'>,
  collection: Collection,
  { record, original }: { record: RecordValues; original: RecordValues | null },
): NamedRecords[] {
  const named = new Map<string, Set<string>>();
  for (const field of looseRelations(collection)) {
    const table = tableOf(engine, field);
    const added = addedIds(record[field.name], original?.[field.name]);
    if (table === undefined || added.length === 0) continue;
    named.set(table, new Set([...(named.get(table) ?? []), ...added]));
  }
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([table, ids]) => ({ table, ids: [...ids] }));
}

// Rows of a view can't be held.
function tableOf({ collections }: Pick<Engine, 'collections'>, field: RelationField): string | undefined {
  const target = collections.find(field.collectionId);
  return target && target.type !== 'view' ? target.name : undefined;
}
