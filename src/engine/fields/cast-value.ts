import { type Field, isMultiple } from '../collections/collection.ts';
import { wireDate } from '../wire-date.ts';

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
  if (typeof input === 'number' || typeof input === 'boolean') return String(input);
  return '';
}

function castNumber(input: unknown): number {
  if (typeof input === 'number') return Number.isFinite(input) ? input : 0;
  if (typeof input === 'boolean') return input ? 1 : 0;
  if (typeof input !== 'string' || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(input)) return 0;
  const number = Number(input);
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

const dateLayout = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date text of any accepted layout as wire text, else `''`. A text without a zone is UTC. */
export function castDate(input: unknown): string {
  if (input instanceof Date) return wireDate(input);
  if (typeof input !== 'string') return '';
  const match = dateLayout.exec(input.trim());
  if (!match) return otherDate(input);
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = match;
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`;
  const local = Date.parse(`${text}Z`);
  // A day that the month does not have would roll over into the next.
  if (Number.isNaN(local) || new Date(local).getUTCDate() !== Number(day)) return '';
  return instantText(Date.parse(text + offset));
}

// RFC 1123 and its older kin, and days such as `02 Jan 2026`; without a zone they are UTC.
const otherLayouts = /^(?:[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} .+|\d{2} [A-Z][a-z]{2} \d{4})$/;

function otherDate(input: string): string {
  if (!otherLayouts.test(input)) return '';
  return instantText(Date.parse(/\d{4}$/.test(input) && !input.includes(':') ? `${input} UTC` : input));
}

function instantText(instantMs: number): string {
  if (Number.isNaN(instantMs)) return '';
  const text = wireDate(instantMs);
  const isZero = text === '0001-01-01 00:00:00.000Z';
  return /^\d{4}-/.test(text) && !text.startsWith('0000') && !isZero ? text : '';
}

function castJson(input: unknown): unknown {
  if (input === undefined) return null;
  if (typeof input !== 'string') return input;
  const text = input;
  if (/^(?:true|false|null|-?\d.*|".*"|\[[\s\S]*\]|\{[\s\S]*\})$/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // Not JSON after all: it is kept as the text it is.
    }
  }
  return input;
}

function castGeoPoint(input: unknown): { lon: number; lat: number } {
  const value = typeof input === 'string' ? castJson(input) : input;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { lon: 0, lat: 0 };
  const { lon, lat } = value as { lon?: unknown; lat?: unknown };
  const isPoint = typeof lon !== 'string' && typeof lat !== 'string';
  return isPoint ? { lon: castNumber(lon), lat: castNumber(lat) } : { lon: 0, lat: 0 };
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
