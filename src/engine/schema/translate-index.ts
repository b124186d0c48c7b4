import { createHash } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { addedPrefix, type Collection, columnOf, type Field } from '../collections/collection.ts';
import type { Index, IndexColumn } from './parse-index.ts';

/** The longest name that PostgreSQL keeps whole, in bytes. */
export const maxIdentifierBytes = 63;

/**
 * The name that an index has in the database: its own, with a mark where an operator added it to a table of the product's, or where PostgreSQL would cut
 * that, its beginning and a hash of it.
 */
export function storedIndexName({ managed }: Pick<Collection, 'managed'>, given: string): string {
  const name = managed ? `${addedPrefix}${given}` : given;
  const bytes = Buffer.from(name);
  if (bytes.length <= maxIdentifierBytes) return name;
  const hash = createHash('sha256').update(name.toLowerCase()).digest('hex').slice(0, 16);
  return `${bytes
    .subarray(0, maxIdentifierBytes - 17)
    .toString()
    .replace(/\uFFFD$/, '')}_${hash}`;
}

const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[A-Za-z_]\w*|\d+(?:\.\d+)?|<>|!=|==|<=|>=|\|\||\S/g;

/**
 * A wire index (in SQLite's dialect) as PostgreSQL's CREATE INDEX: identifiers quoted, COLLATE NOCASE as `lower()`, 0 and 1 compared with
 * a bool as false and true, and these beside a number as 0 and 1. In a unique index empty dates count as equal, as they do on the wire. Throws for what could end the statement.
 */
export function createIndexSql(collection: Collection, index: Index): string {
  const columns = index.columns.map((column) => columnSql(collection, column)).join(', ');
  const unique = index.isUnique ? 'unique ' : '';
  const nulls = index.isUnique ? ' nulls not distinct' : '';
  const where = index.where === '' ? '' : ` where ${expressionSql(collection, index.where)}`;
  const name = escapeIdentifier(storedIndexName(collection, index.indexName));
  return `create ${unique}index ${name} on ${escapeIdentifier(collection.name)} (${columns})${nulls}${where}`;
}

function columnSql(collection: Collection, { name, collate, sort }: IndexColumn): string {
  const expression = expressionSql(collection, name);
  if (!/^(?:|nocase|binary|rtrim)$/i.test(collate)) {
    throw new Error(`SQL logic error: no such collation sequence: ${collate} (257)`);
  }
  const isColumn = fieldOf(collection, name) !== undefined;
  const folded = collate.toUpperCase() === 'NOCASE' ? `lower(${expression})` : expression;
  const whole = isColumn || folded !== expression ? folded : `(${folded})`;
  const ordered = sort === '' ? whole : `${whole} ${sort.toLowerCase()}`;
  // Empty dates are null, and come before all others as in SQLite: so the index serves an order by them.
  const isDate = ['date', 'autodate'].includes(fieldOf(collection, name)?.type ?? '');
  return isDate ? `${ordered} nulls ${sort.toLowerCase() === 'desc' ? 'last' : 'first'}` : ordered;
}

function fieldOf(collection: Collection, name: string): Field | undefined {
  const lower = name.toLowerCase();
  return collection.fields.find((field) => field.name.toLowerCase() === lower);
}

function expressionSql(collection: Collection, text: string): string {
  if (/--|\/\*/.test(text.replace(/'(?:[^']|'')*'/g, ''))) throw new Error('Comments are not allowed in an index.');
  const tokens = text.match(token) ?? [];
  return tokens.map((_, position) => tokenSql(collection, tokens, position)).join(' ');
}

function tokenSql(collection: Collection, tokens: readonly string[], position: number): string {
  const text = tokens[position] ?? '';
  if (text === '==') return '=';
  if (text === ';' || text === '$') throw new Error(`${text} is not allowed in an index.`);
  const truth = truthSql(collection, tokens, position);
  if (truth !== undefined) return truth;
  const quoted = /^(?:"(.*)"|`(.*)`|\[(.*)\])$/s.exec(text);
  const name = quoted ? (quoted[1] ?? quoted[2] ?? quoted[3] ?? '') : text;
  const field = /^[A-Za-z_"`[]/.test(text) ? fieldOf(collection, name) : undefined;
  if (field && tokens[position + 1] !== '(') return escapeIdentifier(columnOf(field));
  // SQLite reads a double-quoted text that is no column as a string.
  if (text.startsWith('"')) return `'${name.replaceAll("'", "''")}'`;
  return quoted ? escapeIdentifier(name) : text;
}

function truthSql(collection: Collection, tokens: readonly string[], position: number): string | undefined {
  const text = tokens[position] ?? '';
  const isTrue = /^(?:1|true)$/i.test(text);
  if (!isTrue && !/^(?:0|false)$/i.test(text)) return undefined;
  const type = comparedType(collection, tokens, position);
  if (type === 'bool') return isTrue ? 'true' : 'false';
  return type === 'number' ? String(Number(isTrue)) : undefined;
}

function comparedType(collection: Collection, tokens: readonly string[], position: number): Field['type'] | undefined {
  if (!/^(?:=|==|!=|<>|is|not)$/i.test(tokens[position - 1] ?? '')) return undefined;
  const before = tokens.slice(Math.max(0, position - 3), position).map((text) => text.replace(/["`[\]]/g, ''));
  return before.map((name) => fieldOf(collection, name)?.type).findLast((type) => type !== undefined);
}
