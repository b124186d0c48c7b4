import { type Field, isMultiple } from '../collections/collection.ts';
import { columnValue } from '../collections/record-row.ts';
import { castValue } from '../fields/cast-value.ts';

/** A record's values in wire form, as PocketBase answers what SQLite holds. */
export function wireValues(fields: readonly Field[], values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, storable(field, castValue(field, values[field.name]))]));
}

// PostgreSQL stores no NUL, also not inside of JSON.
function storable(field: Field, value: unknown): unknown {
  if (field.type !== 'json' && !isMultiple(field)) return value;
  return JSON.stringify(value)?.includes('\\u0000') ? withoutNul(value) : value;
}

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '');
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.replaceAll('\0', ''), withoutNul(inner)]));
}

/** A record as a line of PostgreSQL's `copy` in its text format. */
export function copyLine(fields: readonly Field[], record: Record<string, unknown>): string {
  return `${fields.map((field) => copyText(columnValue(field, record[field.name]))).join('\t')}\n`;
}

function copyText(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\n\r\t]/g, escapeOf);
  return String(value);
}

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  return character === '\t' ? '\\t' : '\\\\';
}
