/** What a part of a view's query names and what it is called there: `a.title as name` is `a.title` called `name`. */
export type Identifier = { original: string; alias: string };
export type ViewQuery = { columns: Identifier[]; tables: Identifier[] };

/** A view's query that has no shape of `select columns from tables`; the message is for its writer. */
export class ViewQueryError extends Error {
  override name = 'ViewQueryError';
}

// One that is not closed goes to the end, and is looked for no second time.
const comments = /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|--.+$/gm;
/** More blanks than anybody writes, through which each of the next patterns would look anew from each of them. */
const longBlanks = /\s{20,}/g;
const joins =
  /\s+(?:full\s+outer\s+join|left\s+outer\s+join|right\s+outer\s+join|full\s+join|cross\s+join|inner\s+join|outer\s+join|left\s+join|right\s+join|join)\s+?/gi;
const rests = /\s+(?:where|group\s+by|having|order|limit|with)\s+?/gi;
const blanks = [' ', '\n', '\t'];

/** The query without a semicolon at its end. Throws a ViewQueryError when several statements are left. */
export function singleStatement(query: string): string {
  const text = query.trim().replace(/^;+|;+$/g, '');
  if (splitTokens(text, [';']).length > 1) throw new ViewQueryError('multiple statements are not supported');
  return text;
}

/** The columns and tables of a view's query, read as loosely as the reference does. Throws a ViewQueryError for another shape. */
export function parseViewQuery(query: string): ViewQuery {
  const plain = singleStatement(query).replace(comments, ' ').replace(longBlanks, ' ');
  const text = plain.replace(joins, ' __join__ ').replace(rests, ' __rest__ ');
  const reading: Reading = { parts: { select: '', from: '', join: '' }, part: undefined, isSkipped: false };
  for (const token of splitTokens(text, [',', ...blanks], true)) readWord(reading, token);
  const { select, from, join } = reading.parts;
  return { columns: identifiers(select), tables: [...identifiers(from), ...identifiers(join)] };
}

type Part = 'select' | 'from' | 'join';
type Reading = { parts: Record<Part, string>; part: Part | undefined; isSkipped: boolean };

const partOf: Record<string, Part> = { select: 'select', from: 'from', __join__: 'join' };

function readWord(reading: Reading, token: string): void {
  const word = token.trim().toLowerCase();
  const next = partOf[word];
  if (next) {
    if (reading.part === 'join' && next === 'join') reading.parts.join += ',';
    reading.part = next;
    reading.isSkipped = false;
    return;
  }
  if (word === '__rest__' || (reading.part === 'join' && word === 'on')) reading.isSkipped = true;
  const isRead = !reading.isSkipped && word !== 'distinct';
  if (isRead && reading.part) reading.parts[reading.part] += ` ${token}`;
}

function identifiers(text: string): Identifier[] {
  return splitTokens(text, [',']).map((item) => identifier(splitTokens(item, blanks)));
}

function identifier(parts: string[]): Identifier {
  const [original = '', second = '', third = ''] = parts;
  if (parts.length > 3) throw new ViewQueryError(`invalid identifier parts [${parts.join(' ')}]`);
  if (parts.length === 3 && second.toLowerCase() !== 'as') {
    throw new ViewQueryError(`invalid identifier part - expected "as", got ${second}`);
  }
  const alias = parts.length === 3 ? third : parts.length === 2 ? second : (original.split('.').at(-1) ?? '');
  return { original: unquoted(original), alias: unquoted(alias) };
}

function unquoted(text: string): string {
  const trimmed = text.split('.').map((part) => part.replace(/^[`"[\];]+|[`"[\];]+$/g, ''));
  return trimmed.join('.');
}

type Cursor = { depth: number; quote: string };

/** The parts between separators that stand in no bracket and no quotes, without blanks at their ends; empty ones are left out. */
function splitTokens(text: string, separators: readonly string[], keepsSeparators = false): string[] {
  const tokens: string[] = [];
  const cursor: Cursor = { depth: 0, quote: '' };
  let token = '';
  const close = () => {
    const trimmed = keepsSeparators ? token : token.trim();
    if (trimmed !== '') tokens.push(trimmed);
    token = '';
  };
  for (const character of text) {
    advance(cursor, character);
    if (separators.includes(character) && cursor.depth === 0 && cursor.quote === '') {
      if (keepsSeparators) token += character;
      close();
    } else token += character;
  }
  if (cursor.depth > 0 || cursor.quote !== '') {
    throw new ViewQueryError(`unbalanced parenthesis or quoted expression: ${JSON.stringify(token)}`);
  }
  close();
  return tokens;
}

// A backslash is a letter like others in PostgreSQL's texts: taken for an escape, more would look quoted than is.
function advance(cursor: Cursor, character: string): void {
  if (cursor.quote !== '') {
    if (character === cursor.quote) cursor.quote = '';
  } else if (/['"`]/.test(character)) cursor.quote = character;
  else if (character === '(') cursor.depth++;
  else if (character === ')' && cursor.depth > 0) cursor.depth--;
}
