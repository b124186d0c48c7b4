import type { Collection, RelationField } from '../collections/collection.ts';
import type { Engine } from '../engine.ts';
import { quoted } from './filter-error.ts';

const via = '_via_';

export type BackRelation = { from: Collection; field: RelationField; isUnique: boolean };

/** The relation that `<collection>_via_<field>` names when it points at `target`, or undefined (wire contract, section 7). */
export function findBackRelation(
  engine: Pick<Engine, 'collections'>,
  target: Collection,
  name: string,
): BackRelation | undefined {
  const [collectionName = '', fieldName = ''] = partsOf(name) ?? [];
  const from = engine.collections.find(collectionName);
  const field = from?.fields.find((candidate) => candidate.name === fieldName);
  if (!from || field?.type !== 'relation' || field.collectionId !== target.id) return undefined;
  return { from, field, isUnique: hasUniqueIndex(from, field.name) };
}

/** Why a name that is no field is no back-relation either. */
export function explainBackRelation(engine: Pick<Engine, 'collections'>, name: string): string {
  const parts = /^\w+$/.test(name) ? partsOf(name) : undefined;
  if (!parts) return `failed to resolve field ${quoted(name)}`;
  const [collectionName, fieldName] = parts;
  const from = engine.collections.find(collectionName);
  if (!from) return `failed to load back relation field ${quoted(name)} collection`;
  const field = from.fields.find((candidate) => candidate.name === fieldName);
  if (!field) return `missing back relation field ${quoted(fieldName)}`;
  if (field.type !== 'relation') return `invalid back relation field ${quoted(fieldName)}`;
  return `invalid collection reference of a back relation field ${quoted(fieldName)}`;
}

/** What stands before and behind the last `_via_` that has something on both sides. */
function partsOf(name: string): [collectionName: string, fieldName: string] | undefined {
  const at = name.lastIndexOf(via, name.length - via.length - 1);
  return at > 0 ? [name.slice(0, at), name.slice(at + via.length)] : undefined;
}

function hasUniqueIndex(collection: Collection, column: string): boolean {
  return collection.indexes.some((text) => {
    const match = /^\s*create\s+unique\s+index[\s\S]*?\(\s*[`"[]?(\w+)[`"\]]?\s*\)\s*$/i.exec(text.trim());
    return match?.[1] === column;
  });
}
