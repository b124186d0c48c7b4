import { crc32 } from 'node:zlib';
import type { Collection, Field, FieldType } from '../collections/collection.ts';
import { isMultiple } from '../collections/collection.ts';
import { blankField } from './blank-field.ts';

/** A column that a query answers, with PostgreSQL's name of its type. */
export type ViewColumn = { name: string; type: string };
/** The field of another collection that a column passes on unchanged. */
export type ViewSource = { collection: Collection; field: Field };

/** The field that a view's column is: like the one it passes on, a relation where it is another record's id, else by its type. */
export function viewField(column: ViewColumn, source: ViewSource | undefined): Field {
  const { name, type } = column;
  const id = `_clone_${crc32(name)}`;
  if (name === 'id') {
    const pattern = '^[a-z0-9]+$';
    return made('text', { id: 'text3208210256', name, system: true, required: true, primaryKey: true, pattern });
  }
  if (source && source.field.name === 'id') {
    return made('relation', { id, name, collectionId: source.collection.id, maxSelect: 1 });
  }
  if (source && isColumnOf(source.field, type)) return { ...source.field, id, name, system: false };
  return made(fieldTypeOf(type), { id, name });
}

function made(type: FieldType, settings: Record<string, unknown>): Field {
  return { ...blankField(type), ...settings } as unknown as Field;
}

function isColumnOf(field: Field, type: string): boolean {
  if (field.type === 'geoPoint' || isMultiple(field)) return type === 'jsonb';
  return fieldTypeOf(type) === (kinds[field.type] ?? 'text');
}

const kinds: Partial<Record<FieldType, FieldType>> = {
  number: 'number',
  bool: 'bool',
  date: 'date',
  autodate: 'date',
  json: 'json',
};

function fieldTypeOf(type: string): FieldType {
  if (type === 'boolean') return 'bool';
  if (/^(?:numeric|smallint|integer|bigint|real|double precision)$/.test(type)) return 'number';
  if (/^(?:date|timestamp)/.test(type)) return 'date';
  return type === 'json' || type === 'jsonb' ? 'json' : 'text';
}
