/** More in a JSON text than may be. */
export class JsonTooLarge extends Error {}

/** More levels than may be: said to the client, who could not guess it. */
export class JsonTooDeep extends JsonTooLarge {}

/** What JSON texts may still have in them; several texts of one body share it. */
export type JsonAllowance = {
  elements: number;
  readonly levels: number;
  /** Asked for the memory of the values before they are built; throws when there is none. */
  readonly build?: (bytes: number) => void;
};

/** What a value or a name takes at most besides its text: an object of one name of its own takes 170, for two. */
const elementBytes = 100;

const [quote, backslash, openList, closeList, openObject, closeObject] = Array.from('"\\[]{}', (c) => c.charCodeAt(0));

/** The JSON value that a whole text is, measured in the same way. Throws as `parseFirstJson` does, also when something follows the value. */
export function parseWholeJson(text: string, allowance: JsonAllowance): unknown {
  endOfFirstValue(text, allowance);
  return JSON.parse(text);
}

/**
 * The first complete JSON value of a text; what follows it is ignored, as a stream decoder does (wire contract, section 1). It is measured
 * before it is built: each value and each name counts as an element. Throws a SyntaxError when there is no value, `JsonTooLarge` when it has
 * more elements or levels than are left.
 */
export function parseFirstJson(text: string, allowance: JsonAllowance): unknown {
  const { elements } = allowance;
  const end = endOfFirstValue(text, allowance);
  allowance.build?.((elements - allowance.elements) * elementBytes);
  if (end === undefined) throw new SyntaxError('The text ends inside its first JSON value.');
  return withinBounds(end === text.length ? text : text.slice(0, end));
}

/** Numbers that no double holds are none. */
function withinBounds(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/[eE]\+?\d{3}|(?<!\d)\d{200}/.test(text)) return value;
  return JSON.parse(text, (_key, inner: unknown) => {
    if (typeof inner === 'number' && !Number.isFinite(inner))
      throw new SyntaxError('The JSON has a number that is too large.');
    return inner;
  });
}

/** Where the first value ends, looking at each character once; undefined when it does not. */
function endOfFirstValue(text: string, allowance: JsonAllowance): number | undefined {
  let depth = 0;
  for (let at = startOfNext(text, 0); at < text.length; at = startOfNext(text, at)) {
    const code = text.charCodeAt(at);
    if (isClosing(code)) depth--;
    else if (isOpening(code)) depth++;
    if (!isClosing(code)) countElement(allowance, depth);
    at = endOfPiece(text, at, code);
    if (depth <= 0) return at;
  }
  return undefined;
}

function countElement(allowance: JsonAllowance, depth: number): void {
  allowance.elements--;
  if (allowance.elements < 0) throw new JsonTooLarge('The JSON has too many elements.');
  if (depth > allowance.levels) throw new JsonTooDeep('The JSON is nested too deeply.');
}

function startOfNext(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBetween(text.charCodeAt(at))) at++;
  return at;
}

function endOfPiece(text: string, start: number, code: number): number {
  if (code === quote) return endOfText(text, start);
  return isOpening(code) || isClosing(code) ? start + 1 : endOfWord(text, start);
}

/** White space, commas and colons: whether they stand where they may is for the parser to say. */
function isBetween(code: number): boolean {
  return code <= 32 || code === 44 || code === 58;
}

function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length + 1;
}

function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBetween(code) || code === quote || isOpening(code) || isClosing(code)) break;
    at++;
  }
  return at;
}

function isOpening(code: number): boolean {
  return code === openList || code === openObject;
}

function isClosing(code: number): boolean {
  return code === closeList || code === closeObject;
}
