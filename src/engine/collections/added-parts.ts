import { escapeIdentifier } from 'pg';
import type { Queryable } from '../database/database.ts';
import { type Collection, columnOf, type Field } from './collection.ts';

/** A collection that is described in code without what operators added to its table. */
export function withoutAdded(collection: Collection): Collection {
  const { addedIndexes = [], ...described } = collection;
  return {
    ...described,
    fields: collection.fields.filter(({ isAdded }) => !isAdded),
    indexes: collection.indexes.filter((text) => !addedIndexes.includes(text)),
  };
}

/** Names before and after. */
export type Rename = [from: string, to: string];

/**
 * A description from code with the fields and indexes that an operator added to its table. Where a newer version brings a field of the same name, the
 * product's has it, and the operator's goes on with a number behind its own: `renames` says which.
 */
export function withAdded(
  definition: Collection,
  known: Collection | undefined,
): { collection: Collection; renames: Rename[] } {
  const renames: Rename[] = [];
  const fields = [...definition.fields];
  for (const field of known?.fields ?? []) {
    if (!field.isAdded) continue;
    const name = freeName(field.name, [...fields, ...(known?.fields ?? []).filter((other) => other !== field)]);
    if (name !== field.name) renames.push([field.name, name]);
    const isTaken = fields.some(({ id }) => id === field.id);
    fields.push({ ...field, name, id: isTaken ? `${field.id}_${name}` : field.id });
  }
  const indexes = (known?.addedIndexes ?? []).map((text) => renamedIn(text, renames));
  if (!known || (fields.length === definition.fields.length && indexes.length === 0)) {
    return { collection: definition, renames };
  }
  const added = indexes.length > 0 ? { indexes: [...definition.indexes, ...indexes], addedIndexes: indexes } : {};
  return { collection: { ...definition, fields, ...added, updated: known.updated }, renames };
}

// A name of another field of the operator's is no name to move to, and its own is free unless the product has it.
function freeName(name: string, others: readonly Field[]): string {
  const isTaken = (wanted: string) => others.some((other) => other.name.toLowerCase() === wanted.toLowerCase());
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${name}${number}`;
  return free;
}

function renamedIn(text: string, renames: readonly Rename[]): string {
  const [head = '', ...rest] = text.split('(');
  const columns = renames.reduce(
    (inner, [from, to]) => inner.replace(new RegExp(`\\b${from}\\b`, 'gi'), to),
    rest.join('('),
  );
  return rest.length > 0 ? `${head}(${columns}` : text;
}

/** Gives the column of an operator's field the name of the field. */
export async function renameAdded(tx: Queryable, table: string, [from, to]: Rename): Promise<void> {
  const columns = [from, to].map((name) => escapeIdentifier(columnOf({ name, isAdded: true })));
  await tx.query(`alter table ${escapeIdentifier(table)} rename column ${columns.join(' to ')}`);
}
