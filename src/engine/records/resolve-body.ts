import { type Collection, type Field, isMultiple } from '../collections/collection.ts';
import type { RecordValues } from '../collections/record-values.ts';
import { castValue, emptyValue } from '../fields/cast-value.ts';
import { generateFromPattern } from '../fields/generate-from-pattern.ts';
import type { RequestBody, UploadedFile } from '../http/route.ts';
import type { Random } from '../random.ts';

export type ResolvedBody = {
  /** Submitted fields by name with modifiers resolved, cast to stored values; for files the names to keep. */
  values: Record<string, unknown>;
  /** New uploads by file field, as they come after the names that stay. */
  uploads: Record<string, UploadedFile[]>;
  /** New uploads by file field that come before the names that stay. */
  prepended: Record<string, UploadedFile[]>;
};

type Options = { original: RecordValues | null; allowHidden: boolean; random: Random };

/**
 * What a body says about a collection's fields: modifiers resolved in the order of the wire contract's section 9 (shorter keys first),
 * hidden fields dropped unless allowed (passwords always count), unknown keys ignored, autodates read-only.
 */
export function resolveBody(collection: Collection, body: RequestBody, options: Options): ResolvedBody {
  const values: Record<string, unknown> = {};
  const uploads: Record<string, UploadedFile[]> = {};
  const prepended: Record<string, UploadedFile[]> = {};
  for (const field of collection.fields) {
    if (field.type === 'autodate') continue;
    if (field.hidden && field.type !== 'password' && !options.allowHidden) continue;
    if (field.type === 'file') resolveFiles(field, body, { options, values, uploads, prepended });
    else resolveField(field, body, { options, values });
  }
  return { values, uploads, prepended };
}

type Target = { options: Options; values: Record<string, unknown> };

function resolveField(field: Field, body: RequestBody, { options, values }: Target): void {
  const keys = Object.keys(body.fields)
    .filter((key) => key === field.name || isModifierOf(field, key))
    .sort((a, b) => a.length - b.length);
  for (const key of keys) {
    const input = body.fields[key];
    const before = values[field.name] ?? options.original?.[field.name] ?? emptyValue(field);
    if (key === field.name) values[field.name] = castValue(field, input);
    else if (field.type === 'number') {
      const sign = key.endsWith('-') ? -1 : 1;
      values[field.name] = Number(before) + sign * Number(castValue(field, input));
    } else if (key.endsWith(':autogenerate')) {
      const pattern = field.type === 'text' ? field.autogeneratePattern : '';
      values[field.name] = String(castValue(field, input)) + generateFromPattern(pattern, options.random);
    } else values[field.name] = changeList(field, key, before, input);
  }
}

function isModifierOf(field: Field, key: string): boolean {
  const { name, type } = field;
  if (type === 'number') return key === `${name}+` || key === `${name}-`;
  if (type === 'text') return key === `${name}:autogenerate`;
  if (type !== 'select' && type !== 'relation' && type !== 'file') return false;
  return key === `${name}+` || key === `+${name}` || key === `${name}-`;
}

function changeList(field: Field, key: string, before: unknown, input: unknown): unknown {
  const known = listOf(before);
  const items = listOf(castValue({ ...field, maxSelect: 2 } as Field, input));
  if (key.endsWith('-'))
    return fromList(
      field,
      known.filter((item) => !items.includes(item)),
    );
  const joined = key.startsWith('+') ? [...items, ...known] : [...known, ...items];
  return fromList(field, [...new Set(joined)]);
}

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map(String).filter((item) => item !== '');
}

function fromList(field: Field, list: string[]): unknown {
  return isMultiple(field) ? list : (list.at(-1) ?? '');
}

type FileTarget = Target & Pick<ResolvedBody, 'uploads' | 'prepended'>;

function resolveFiles(field: Field, body: RequestBody, target: FileTarget): void {
  const { options, values, uploads, prepended } = target;
  resolveField(field, body, { options, values });
  const { name } = field;
  const replacing = body.files[name] ?? [];
  const before = body.files[`+${name}`] ?? [];
  const after = [...replacing, ...(body.files[`${name}+`] ?? [])];
  if (before.length + after.length === 0) return;
  // Of a single file the last one counts: one that is put before a known one is none.
  if (!isMultiple(field) && after.length === 0 && (values[name] ?? options.original?.[name] ?? '') !== '') return;
  uploads[name] = after;
  prepended[name] = before;
  if (!isMultiple(field)) values[name] = '';
  else if (replacing.length > 0 && !Object.hasOwn(body.fields, name)) values[name] = [];
  else values[name] ??= options.original?.[name] ?? [];
}
