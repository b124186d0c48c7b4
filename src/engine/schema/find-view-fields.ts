import { crc32 } from 'node:zlib';
import type { Collection, Field, FieldType } from '../collections/collection.ts';
import { defaultFieldId } from '../collections/define-collection.ts';
import { findSelects } from '../sqlite/find-selects.ts';
import { blankField } from './blank-field.ts';
import { type Identifier, parseViewQuery, singleStatement, ViewQueryError } from './parse-view-query.ts';

/** The field that a column of a view is, and where it comes from when it passes a field of a collection on unchanged. */
export type ViewField = { field: Field; source?: { collection: Collection; field: Field } };

type NamedField = [name: string, field: ViewField];

/**
 * The fields of a view by the names of its columns, as far as its query tells: fields of collections, ids of other records as relations,
 * counts and casts; the rest is JSON. Of SELECTs that UNION puts together the first names the columns, and all say what they are. Throws a
 * ViewQueryError for another shape of query and for `*`.
 */
export function findViewFields(query: string, all: readonly Collection[]): Map<string, ViewField> {
  const [first = [], ...others] = findSelects(singleStatement(query)).map((select) => fieldsOfSelect(select, all));
  if (others.length === 0) return new Map(first);
  return new Map(
    first.map(([name, field], place) => [
      name,
      inCommon(
        field,
        others.map((fields) => fields[place]?.[1]),
      ) ?? { field: unknownViewField(name) },
    ]),
  );
}

function fieldsOfSelect(query: string, all: readonly Collection[]): NamedField[] {
  const { columns, tables } = parseViewQuery(query);
  const byAlias = new Map<string, Collection>();
  for (const { original, alias } of tables) {
    const collection = all.find(({ name }) => name === original) ?? all.find(({ name }) => isFolded(name, original));
    if (collection) byAlias.set(alias, collection);
  }
  const main = byAlias.get(tables[0]?.alias ?? '');
  return columns.map((column) => [column.alias, viewField(column, byAlias, main)]);
}

/** Types whose values mean the same whatever field they come from. */
const plainTypes: readonly FieldType[] = ['text', 'number', 'bool', 'date', 'editor', 'email', 'url', 'geoPoint'];

/** What a column is in every SELECT; undefined when they differ. */
function inCommon(field: ViewField, others: ReadonlyArray<ViewField | undefined>): ViewField | undefined {
  if (others.every((other) => other?.field.type === field.field.type && other.source?.field === field.source?.field))
    return field;
  const isPlain =
    plainTypes.includes(field.field.type) && others.every((other) => other?.field.type === field.field.type);
  return isPlain ? { field: field.field } : undefined;
}

/** What the query tells of a column. PostgreSQL minds capitals only of names in quotes. */
export function viewFieldOf(known: ReadonlyMap<string, ViewField>, name: string): ViewField | undefined {
  const found = known.get(name) ?? [...known].find(([alias]) => alias.toLowerCase() === name)?.[1];
  return found && { ...found, field: { ...found.field, name } };
}

function isFolded(name: string, original: string): boolean {
  return name === original.toLowerCase();
}

/** A column of which the query tells nothing. */
export function unknownViewField(name: string): Field {
  return name === 'id' ? idField() : made('json', name, { maxSize: 1 });
}

function viewField(column: Identifier, byAlias: Map<string, Collection>, main: Collection | undefined): ViewField {
  const { original, alias } = column;
  if (alias === '*') {
    const advice = 'manually type the collection field names you want the view query to have';
    throw new ViewQueryError(`wildcard columns (*) are not supported - ${advice}`);
  }
  if (alias === 'id') return { field: idField() };
  const computed = computedField(original.toLowerCase(), alias);
  if (computed) return { field: computed };
  const parts = original.split('.');
  const [table = ''] = parts;
  const named = byAlias.get(table) ?? byAlias.get(table.toLowerCase());
  const collection = parts.length === 2 ? named : main;
  const name = (parts.length === 2 ? parts[1] : parts[0])?.toLowerCase() ?? '';
  const field = collection?.fields.find((candidate) => candidate.name.toLowerCase() === name);
  if (!collection || !field) return { field: unknownViewField(alias) };
  if (name === 'id') return { field: made('relation', alias, { maxSelect: 1, collectionId: collection.id }) };
  // Who is shown a view's records is said by the view's own rules.
  const {
    decided: _decided,
    seenBy: _seenBy,
    wholeFor: _wholeFor,
    comparedAsShown: _compared,
    contacts: _contacts,
    onePerTarget: _one,
    isAdded: _added,
    ...plain
  } = field;
  const clone = { ...plain, id: `_clone_${crc32(alias)}`, name: alias } as Field;
  return { field: clone, source: { collection, field } };
}

function computedField(original: string, name: string): Field | undefined {
  if (original.startsWith('count(')) return made('number', name, { onlyInt: true });
  if (original.startsWith('total(')) return made('number', name, {});
  const type = /^cast\s*\([\s\S]*\s+as\s+(\w+)\s*\)$/.exec(original)?.[1];
  switch (type) {
    case 'real':
    case 'decimal':
    case 'numeric':
      return made('number', name, {});
    case 'int':
    case 'integer':
      return made('number', name, { onlyInt: true });
    case 'text':
      return made('text', name, {});
    case 'bool':
    case 'boolean':
      return made('bool', name, {});
    default:
      return undefined;
  }
}

function idField(): Field {
  return made('text', 'id', { system: true, required: true, primaryKey: true, pattern: '^[a-z0-9]+$' });
}

function made(type: FieldType, name: string, settings: Record<string, unknown>): Field {
  // The blank has every setting of the type.
  return { ...blankField(type), ...settings, id: defaultFieldId(type, name), name } as unknown as Field;
}
