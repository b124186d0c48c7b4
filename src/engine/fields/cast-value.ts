import { type Field, isMultiple } from '../collections/collection.ts';
import { parseWholeJson } from '../http/parse-json.ts';
import { castDate } from './cast-date.ts';
import { plainNumber } from './plain-number.ts';

/** The value that a field has when nothing was given (wire contract, section 1). */
export function emptyValue(field: Field): unknown {
  switch (field.type) {
    case 'number':
      return 0;
    case 'bool':
      return false;
    case 'json':
      return null;
    case 'geoPoint':
      return { lon: 0, lat: 0 };
    default:
      return isMultiple(field) ? [] : '';
  }
}

/** Loose input as the field's stored value; what cannot be read becomes the empty value (wire contract, sections 10 and 31). */
export function castValue(field: Field, input: unknown): unknown {
  switch (field.type) {
    case 'number':
      return castNumber(input);
    case 'bool':
      return castBool(input);
    case 'date':
    case 'autodate':
      return castDate(input);
    case 'json':
      return castJson(input);
    case 'geoPoint':
      return castGeoPoint(input);
    case 'select':
    case 'relation':
    case 'file':
      return castList(input, isMultiple(field));
    default:
      return castText(input);
  }
}

// PostgreSQL cannot store NUL in text.
function castText(input: unknown): string {
  if (typeof input === 'string') return input.replaceAll('\0', '');
  if (typeof input === 'number') return plainNumber(input);
  return typeof input === 'boolean' ? String(input) : '';
}

function castNumber(input: unknown): number {
  if (typeof input === 'number') return Number.isFinite(input) ? input : 0;
  if (typeof input === 'boolean') return input ? 1 : 0;
  if (typeof input !== 'string') return 0;
  // What the reference reads as no number at all, which its validation refuses; all else that is none counts as 0.
  if (/^(?:nan|[+-]?inf(?:inity)?)$/i.test(input)) return Number.NaN;
  const text = input.replace(/(?<=\d)_(?=\d)/g, '');
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return 0;
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}

/** Text as Go's ParseBool reads it; undefined when it is none. */
export function parseBool(text: string): boolean | undefined {
  if (/^(?:1|t|T|TRUE|true|True)$/.test(text)) return true;
  if (/^(?:0|f|F|FALSE|false|False)$/.test(text)) return false;
  return undefined;
}

function castBool(input: unknown): boolean {
  if (typeof input === 'boolean') return input;
  if (typeof input === 'number') return input !== 0;
  return typeof input === 'string' && parseBool(input) === true;
}

/** As deep as JSON may be in a text: what is deeper can't be written again. */
const textLevels = 200;

function castJson(input: unknown): unknown {
  if (input === undefined) return null;
  if (typeof input !== 'string') return input;
  const text = input;
  if (/^(?:true|false|null|-?\d.*|".*"|\[[\s\S]*\]|\{[\s\S]*\})$/.test(text)) {
    try {
      return parseWholeJson(text, { elements: Number.POSITIVE_INFINITY, levels: textLevels });
    } catch {
      // Not JSON after all, or deeper than anything can be kept: it stays the text it is.
    }
  }
  return input;
}

function castGeoPoint(input: unknown): { lon: number; lat: number } {
  const value = typeof input === 'string' ? castJson(input) : input;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { lon: 0, lat: 0 };
  return { lon: coordinateOf(value, 'lon'), lat: coordinateOf(value, 'lat') };
}

// By its name in any capitals, a number or 0, whatever the other one is: so the reference's reader of JSON does.
function coordinateOf(value: object, name: string): number {
  const sent = Object.entries(value).findLast(([key]) => key.toLowerCase() === name)?.[1];
  return typeof sent === 'number' ? castNumber(sent) : 0;
}

function castList(input: unknown, isMany: boolean): string | string[] {
  const list = listOf(input);
  const distinct = [...new Set(list)];
  return isMany ? distinct : (distinct.at(-1) ?? '');
}

function listOf(input: unknown): string[] {
  if (typeof input === 'string') {
    const text = input.trim();
    if (text.startsWith('[')) {
      try {
        const parsed: unknown = JSON.parse(text);
        if (Array.isArray(parsed)) return listOf(parsed);
      } catch {
        // A value that only looks like an array.
      }
    }
  }
  const items = Array.isArray(input) ? input : [input];
  return items.map(castText).filter((item) => item !== '');
}
