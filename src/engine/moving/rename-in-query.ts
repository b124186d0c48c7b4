const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[A-Za-z_]\w*|--[^\n]*|\/\*[\s\S]*?\*\/|\s+|[\s\S]/g;
/** What can follow a table in a FROM and is no other name of it. */
const follows =
  /^(?:where|group|having|window|order|limit|offset|union|intersect|except|join|left|right|full|inner|outer|cross|natural|on|using|indexed|not)$/i;
const endsFrom = /^(?:select|where|group|having|window|order|limit|union|intersect|except)$/i;

type Reading = { depths: boolean[]; isTable: boolean };

/**
 * A query that reads renamed collections by their new names. Inside of it each goes on under its old name, so that its columns are found, and
 * columns that are called like a collection stay as they are.
 */
export function renameInQuery(query: string, renames: ReadonlyMap<string, string>): string {
  const tokens = query.match(token) ?? [];
  const own = ownTables(tokens);
  const reading: Reading = { depths: [false], isTable: false };
  return tokens
    .map((text, place) => {
      if (isBlank(text)) return text;
      const to = reading.isTable && !own.has(bareOf(text)) ? newNameOf(text, renames) : undefined;
      read(reading, text);
      if (to === undefined) return text;
      return isNamedNext(tokens, place) ? to : `${to} AS ${text}`;
    })
    .join('');
}

function newNameOf(text: string, renames: ReadonlyMap<string, string>): string | undefined {
  if (text.startsWith("'")) return undefined;
  const bare = bareOf(text);
  const to = renames.get(bare);
  return to === undefined ? undefined : text.replace(bare, to);
}

function bareOf(text: string): string {
  return text.replace(/^["`[]|["`\]]$/g, '');
}

/** What the query's own WITH calls by a name. */
function ownTables(tokens: readonly string[]): ReadonlySet<string> {
  const written = tokens.filter((text) => !isBlank(text));
  return new Set(written.filter((_, at) => /^as$/i.test(written[at + 1] ?? '') && written[at + 2] === '(').map(bareOf));
}

// A table stands after FROM and JOIN and, inside of a FROM, after commas.
function read(reading: Reading, text: string): void {
  const { depths } = reading;
  const isInFrom = depths.at(-1) === true;
  // A bracket where a table belongs has tables in it, or a SELECT that ends that.
  if (text === '(') depths.push(reading.isTable);
  if (text === ')' && depths.length > 1) depths.pop();
  if (/^(?:from|join)$/i.test(text)) depths[depths.length - 1] = true;
  if (endsFrom.test(text)) depths[depths.length - 1] = false;
  const opens = /^(?:from|join)$/i.test(text) || (text === ',' && isInFrom);
  reading.isTable = opens || (text === '(' && reading.isTable);
}

function isBlank(text: string): boolean {
  return /^\s/.test(text) || text.startsWith('--') || text.startsWith('/*');
}

/** Whether another name of the table comes right after it. */
function isNamedNext(tokens: readonly string[], place: number): boolean {
  const next = tokens.slice(place + 1).find((text) => !isBlank(text));
  return next !== undefined && /^[\w"`[]/.test(next) && !follows.test(next);
}
