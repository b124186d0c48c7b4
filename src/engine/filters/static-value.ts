import { canonicalJson } from '../canonical-json.ts';
import { findField } from '../collections/collection.ts';
import { FilterError } from './filter-error.ts';
import type { Origin } from './resolve-path.ts';
import { constantNumber, type Known, type Side } from './values.ts';

export const nothing: Side = { type: 'constant', value: null };

/** What a path leads to in the values that a request brought along, where no field says how to read it; nothing where it leads nowhere. */
export function staticValue(base: Origin, values: unknown, path: string[], modifier: string): Side {
  const { value, isSet } = valueAt(values, path);
  if (modifier === 'isset') return { type: 'constant', value: isSet, isTruth: true };
  const name = path.at(-1) ?? '';
  if (modifier !== '' && modifier !== 'lower') throw new FilterError(`invalid modifier sequence ${name}:${modifier}`);
  const isNumber = typeof value === 'string' && findField(base.collection, name)?.type === 'number';
  const known = constantOf(isNumber ? (constantNumber(value) ?? value) : value);
  return modifier === 'lower' && known.value !== null ? lowered(known.value) : known;
}

/** A text in small letters; of a number or a truth, its text. */
export function lowered(value: string | number | boolean): Side {
  return { type: 'constant', value: typeof value === 'boolean' ? String(Number(value)) : String(value).toLowerCase() };
}

function valueAt(values: unknown, path: string[]): { value: unknown; isSet: boolean } {
  let value = values;
  for (const key of path) {
    const isThere =
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, key) &&
      !(Array.isArray(value) && !/^\d+$/.test(key));
    if (!isThere) return { value: undefined, isSet: false };
    value = Reflect.get(value as object, key);
  }
  return { value, isSet: true };
}

/** A value of a request: lists and objects are their JSON text. */
export function constantOf(value: unknown): Known {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isPlain) return { type: 'constant', value, isSent: true };
  return { type: 'constant', value: value === null || value === undefined ? null : canonicalJson(value) };
}
