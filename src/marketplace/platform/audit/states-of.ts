import type { Collection } from '#engine/collections/collection.ts';
import type { RecordValues } from '#engine/collections/record-values.ts';
import { cutText } from './cut-text.ts';

export type AuditStates = { before: Record<string, unknown> | null; after: Record<string, unknown> | null };

type Write = { collection: Collection; record: RecordValues; original: RecordValues | null };

const stamps = new Set(['id', 'created', 'updated']);

/**
 * What a write found and left: all of a record that was made or removed, of a changed one the fields that differ. Nothing that answers hide
 * (passwords, keys, codes) and nothing that nobody is shown again (secret addresses) is told, and of long texts the beginning.
 */
export function statesOf({ collection, record, original }: Write, action: 'create' | 'update' | 'delete'): AuditStates {
  const told = collection.fields
    .filter(
      ({ name, hidden, seenBy, type }) =>
        !hidden && seenBy !== null && type !== 'password' && name !== 'tokenKey' && !stamps.has(name),
    )
    .map(({ name }) => name);
  const isUpdate = action === 'update';
  const names = isUpdate ? told.filter((name) => textOf(record[name]) !== textOf(original?.[name])) : told;
  const stateOf = (values: RecordValues | null) =>
    values && Object.fromEntries(names.map((name) => [name, shortened(values[name])]));
  return {
    before: action === 'create' ? null : stateOf(original ?? record),
    after: action === 'delete' ? null : stateOf(record),
  };
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value);
  const text = textOf(value);
  const cut = cutText(text);
  return cut === text ? (value ?? null) : cut;
}
