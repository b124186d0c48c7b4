export type IndexColumn = { name: string; collate: string; sort: string };

/** A CREATE INDEX text in parts. `name` of a column may be an expression. */
export type Index = {
  isUnique: boolean;
  isOptional: boolean;
  schemaName: string;
  indexName: string;
  tableName: string;
  columns: IndexColumn[];
  where: string;
};

const indexShape =
  /create\s+(unique\s+)?\s*index\s*(if\s+not\s+exists\s+)?(\S*)\s+on\s+(\S*)\s*\(([\s\S]*)\)(?:\s*where\s+([\s\S]*))?/i;
const columnShape = /^([\s\S]+?)(?:\s+collate\s+(\w+))?(?:\s+(asc|desc))?$/i;
const quotes = /^[`"'[\]\s]+|[`"'[\]\s]+$/g;

/** Takes a CREATE INDEX text apart, as loosely as the reference does; what is no index at all has no name and no columns. */
export function parseIndex(text: string): Index {
  const [, unique = '', optional = '', name = '', table = '', columns = '', where = ''] = indexShape.exec(text) ?? [];
  const names = name.split('.').map(unquoted);
  return {
    isUnique: unique !== '',
    isOptional: optional !== '',
    schemaName: names.length === 2 ? (names[0] ?? '') : '',
    indexName: (names.length === 2 ? names[1] : names[0]) ?? '',
    tableName: unquoted(table),
    columns: splitTopLevel(columns).flatMap(parseColumn),
    where: where.trim(),
  };
}

function unquoted(text: string): string {
  return text.replace(quotes, '');
}

function parseColumn(text: string): IndexColumn[] {
  const [, name = '', collate = '', sort = ''] = columnShape.exec(text.trim()) ?? [];
  const bare = unquoted(name);
  return bare === '' ? [] : [{ name: bare, collate, sort: sort.toUpperCase() }];
}

/** Splits at commas that are in no bracket and no quoted text; nothing where brackets do not match. */
export function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const token of text.match(/'(?:[^']|'')*'|"[^"]*"|`[^`]*`|[\s\S]/g) ?? []) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (depth < 0) return [];
    if (token === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += token;
  }
  return depth === 0 ? [...parts, part] : [];
}

/** True when the text had all that an index needs. */
export function isIndex(index: Index): boolean {
  return index.indexName !== '' && index.tableName !== '' && index.columns.length > 0;
}

/** The index as the wire writes it after a change of ours (of the table's name, say). */
export function buildIndex(index: Index): string {
  const columns = index.columns.map(buildColumn);
  const list = columns.length > 1 ? `\n  ${columns.join(',\n  ')}\n` : columns.join('');
  const schema = index.schemaName === '' ? '' : `\`${index.schemaName}\`.`;
  return [
    `CREATE ${index.isUnique ? 'UNIQUE ' : ''}INDEX ${index.isOptional ? 'IF NOT EXISTS ' : ''}`,
    `${schema}\`${index.indexName}\` ON \`${index.tableName}\` (${list})`,
    index.where === '' ? '' : ` WHERE ${index.where}`,
  ].join('');
}

function buildColumn({ name, collate, sort }: IndexColumn): string {
  const isExpression = /[( ]/.test(name);
  const column = isExpression ? name : `\`${name}\``;
  return `${column}${collate === '' ? '' : ` COLLATE ${collate}`}${sort === '' ? '' : ` ${sort}`}`;
}

/** The first UNIQUE index over that one column, or undefined. */
export function findUniqueColumnIndex(indexes: readonly string[], column: string): Index | undefined {
  return indexes
    .map(parseIndex)
    .find(
      ({ isUnique, columns }) =>
        isUnique && columns.length === 1 && columns[0]?.name.toLowerCase() === column.toLowerCase(),
    );
}
