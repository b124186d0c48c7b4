import type { Row } from '../database/database.ts';
import { wireDate } from '../wire-date.ts';
import { type Collection, columnOf, type Field, isMultiple } from './collection.ts';
import type { RecordValues } from './record-values.ts';

/** A table row as a record in wire form, hidden fields included: what leaves the server goes through present-records.ts. */
export function recordFromRow(collection: Collection, row: Row): RecordValues {
  const record: RecordValues = { id: String(row.id) };
  for (const field of collection.fields) record[field.name] = wireValue(field, row[columnOf(field)]);
  return record;
}

function wireValue(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'date':
    case 'autodate':
      return value instanceof Date ? wireDate(value) : '';
    case 'json':
      return value === undefined ? null : value;
    default:
      return value;
  }
}

/** The table row that a record was made of (`recordFromRow`) and which only the record is left of, as the database would answer it. */
export function rowOfRecord(collection: Collection, record: RecordValues): Row {
  const values = collection.fields.map((field): [string, unknown] => {
    const value = record[field.name];
    const isDate = field.type === 'date' || field.type === 'autodate';
    return [columnOf(field), isDate ? dateOf(value) : value];
  });
  return { ...Object.fromEntries(values), id: record.id };
}

function dateOf(value: unknown): Date | null {
  return value === '' || value === null || value === undefined ? null : new Date(String(value));
}

/** A wire value as the parameter of its column (see the mapping in collection.ts). */
export function columnValue(field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'date':
    case 'autodate':
      return value === '' || value === null || value === undefined ? null : String(value);
    case 'json':
      return value === null || value === undefined ? null : JSON.stringify(value);
    case 'geoPoint':
      return JSON.stringify(value);
    default:
      return isMultiple(field) ? JSON.stringify(value) : value;
  }
}

/** A whole record as PostgreSQL makes a row of it from JSON. */
export function jsonRowFromRecord(collection: Collection, record: RecordValues): Record<string, unknown> {
  return Object.fromEntries(
    collection.fields.map((field) => {
      const value = record[field.name];
      const isJson = field.type === 'json' || field.type === 'geoPoint' || isMultiple(field);
      return [columnOf(field), isJson ? (value ?? null) : columnValue(field, value)];
    }),
  );
}

/** Columns and parameters of the given record's fields, in the order of the collection. Absent fields are left out. */
export function rowFromRecord(
  collection: Collection,
  record: Record<string, unknown>,
): { columns: string[]; values: unknown[] } {
  const fields = collection.fields.filter((field) => record[field.name] !== undefined);
  return {
    columns: fields.map(columnOf),
    values: fields.map((field) => columnValue(field, record[field.name])),
  };
}
