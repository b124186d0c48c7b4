import { escapeIdentifier } from 'pg';
import { columnOf, type Field, isMultiple } from '../collections/collection.ts';

/** A field's column with its type and default (the mapping of collection.ts), without its name. */
export function columnType(field: Field): string {
  switch (field.type) {
    case 'number':
      return 'double precision not null default 0';
    case 'bool':
      return 'boolean not null default false';
    case 'date':
    case 'autodate':
      return 'timestamptz';
    case 'json':
      return 'jsonb';
    case 'geoPoint':
      return `jsonb not null default '{"lon":0,"lat":0}'`;
    default:
      if (isMultiple(field)) return "jsonb not null default '[]'";
      return field.name === 'id' ? 'text primary key' : "text not null default ''";
  }
}

/** What `alter table` does to a column whose field changed between one value and several; of several values the last one stays. */
export function changeCount(field: Field): string {
  const column = escapeIdentifier(columnOf(field));
  if (isMultiple(field)) {
    return [
      `alter column ${column} drop default`,
      `alter column ${column} type jsonb using case when ${column} = '' then '[]'::jsonb else jsonb_build_array(${column}) end`,
      `alter column ${column} set default '[]'`,
    ].join(', ');
  }
  return [
    `alter column ${column} drop default`,
    `alter column ${column} type text using coalesce(${column} ->> -1, '')`,
    `alter column ${column} set default ''`,
  ].join(', ');
}
