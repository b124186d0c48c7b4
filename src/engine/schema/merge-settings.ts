import { badRequest } from '../http/api-error.ts';

type Settings = Record<string, unknown>;

const lists = new Set(['onlyDomains', 'exceptDomains', 'mimeTypes', 'thumbs', 'values', 'identityFields', 'indexes']);
const rules = new Set(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'authRule', 'manageRule']);

/**
 * `base` with what `input` says about its keys; objects are merged, arrays replaced, unknown keys ignored. A value of another type than
 * the one it replaces is a 400, as in the reference, whose settings have fixed types.
 */
export function mergeSettings(base: Settings, input: Settings): Settings {
  const merged: Settings = { ...base };
  for (const key of Object.keys(base)) {
    if (Object.hasOwn(input, key)) merged[key] = mergeValue(key, base[key], input[key]);
  }
  return merged;
}

function mergeValue(key: string, before: unknown, value: unknown): unknown {
  if (rules.has(key)) return value === null ? null : ofType('string', value);
  if (lists.has(key)) return value === null ? null : textList(value);
  if (value === null) return before;
  if (before === null) return ofType('number', value);
  if (typeof before === 'number') return wholeNumber(value);
  if (typeof before !== 'object') return ofType(typeof before, value);
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidFormatting();
  return mergeSettings(before as Settings, value as Settings);
}

function ofType(type: string, value: unknown): unknown {
  const given: string = typeof value;
  if (given !== type) throw invalidFormatting();
  return value;
}

// Bounds of number fields alone may have decimals: they start as null. The rest are counts, in 64 bits.
function wholeNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) >= 2 ** 63) throw invalidFormatting();
  return value;
}

function textList(value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw invalidFormatting();
  return value;
}

/** 400: the submitted settings have the wrong shape. */
export function invalidFormatting() {
  return badRequest('Failed to load the submitted data due to invalid formatting.');
}
