import { FilterError, quoted } from './filter-error.ts';

/** A word of a filter; a function with its arguments. */
export type Word =
  | { type: 'identifier' | 'number' | 'text' | 'sign' | 'join'; literal: string }
  | { type: 'function'; literal: string; args: Word[] };
/** A word, or what stands between brackets, unread. */
export type Token = Word | { type: 'group'; inside: FilterPart };

/** A part of a filter's text: from its first character up to the one at `end`. Parts of one text share what is known of its brackets. */
export type FilterPart = { text: string; at: number; end: number; closings: Map<number, number> };

type Reader = FilterPart;

const maxFunctionDepth = 3;
const blank = /[ \t\n]/;
const signs = new Set('= != > >= < <= ~ !~ ?= ?!= ?> ?>= ?< ?<= ?~ ?!~'.split(' '));

/** A whole filter as the part to be read. */
export function wholeFilter(text: string): FilterPart {
  return { text, at: 0, end: text.length, closings: new Map() };
}

/**
 * The words of a filter without blanks and comments (`//` to the end of the line), read and refused as the reference's lexer does (wire
 * contract, section 8). Throws a FilterError at the first character that fits nowhere.
 */
export function* readTokens(part: FilterPart): Generator<Token> {
  const reader = { ...part };
  while (reader.at < reader.end) {
    const token = readToken(reader);
    if (token) yield token;
  }
}

function peek({ text, at, end }: Reader): string {
  return at < end ? (text[at] ?? '') : '';
}

function readToken(reader: Reader): Token | undefined {
  const first = peek(reader);
  if (blank.test(first)) {
    reader.at++;
    return undefined;
  }
  if (first === '(') return readGroup(reader);
  if (/[A-Za-z@_#]/.test(first)) return readIdentifier(reader, maxFunctionDepth);
  if (/[-\d]/.test(first)) return readNumber(reader);
  if (first === "'" || first === '"') return { type: 'text', literal: readText(reader) };
  if (/[=?!><~]/.test(first)) return readSign(reader);
  if (/[&|]/.test(first)) return readJoin(reader);
  if (first === '/') return skipComment(reader);
  throw new FilterError(`unexpected character ${character(reader)}`);
}

function character({ text, at }: Reader): string {
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return found === "'" ? "'\\''" : `'${found === '"' ? found : quoted(found).slice(1, -1)}'`;
}

function take(reader: Reader, shape: RegExp): string {
  shape.lastIndex = reader.at;
  const found = shape.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}

function readSign(reader: Reader): Word {
  const literal = take(reader, /[=?!><~]+/y);
  if (!signs.has(literal)) throw new FilterError(`invalid sign operator ${quoted(literal)}`);
  return { type: 'sign', literal };
}

function readJoin(reader: Reader): Word {
  const literal = take(reader, /[&|]+/y);
  if (literal !== '&&' && literal !== '||') throw new FilterError(`invalid join operator ${quoted(literal)}`);
  return { type: 'join', literal };
}

function readNumber(reader: Reader): Word {
  const literal = take(reader, /-?\d*(?:\.\d*)?/y);
  if (literal === '-' || literal.startsWith('.') || literal.endsWith('.')) {
    throw new FilterError(`invalid number ${quoted(literal)}`, literal);
  }
  return { type: 'number', literal };
}

function skipComment(reader: Reader): undefined {
  if (!reader.text.startsWith('//', reader.at) || reader.at + 2 > reader.end) throw new FilterError('invalid comment');
  while (reader.at < reader.end && peek(reader) !== '\n') reader.at++;
  return undefined;
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

// A backslash before another character stays, so that escapes of LIKE survive.
function readText(reader: Reader): string {
  const quote = peek(reader);
  let value = '';
  for (reader.at++; reader.at < reader.end; reader.at++) {
    const next = peek(reader);
    if (next === quote) {
      reader.at++;
      return value;
    }
    if (next !== '\\') {
      value += next;
      continue;
    }
    reader.at++;
    const escaped = peek(reader);
    if (escaped !== '') value += escapes[escaped] ?? `\\${escaped}`;
  }
  throw new FilterError(`invalid quoted text ${quoted(quote + value)}`, quote + value);
}

// Quotes and escapes are looked at where the text is read.
function skipText(reader: Reader): void {
  const start = reader.at;
  const quote = peek(reader);
  for (reader.at++; reader.at < reader.end; reader.at++) {
    const next = peek(reader);
    if (next === '\\') reader.at++;
    else if (next === quote) {
      reader.at++;
      return;
    }
  }
  const literal = reader.text.slice(start, reader.end);
  throw new FilterError(`invalid quoted text ${quoted(literal)}`, literal);
}

function readGroup(reader: Reader): Token {
  const { text, closings } = reader;
  const at = reader.at + 1;
  const end = endOfGroup(reader);
  reader.at = end + 1;
  return { type: 'group', inside: { text, at, end, closings } };
}

/** Where the group that begins here is closed. What is found of the brackets inside is kept, so that groups inside each other are walked through once. */
function endOfGroup(reader: Reader): number {
  const { closings, end } = reader;
  const known = closings.get(reader.at);
  if (known !== undefined && known < end) return known;
  const open = [reader.at];
  for (reader.at++; reader.at < end; ) {
    const next = peek(reader);
    if (next === "'" || next === '"') skipText(reader);
    else takeBracket(reader, next, open);
    if (open.length === 0) return reader.at - 1;
  }
  throw new FilterError(`invalid formatted group - missing ${open.length} closing bracket(s)`);
}

/** Steps over a character of a group, or over a whole group inside it whose end is known. `open` has the brackets that are not closed yet. */
function takeBracket(reader: Reader, next: string, open: number[]): void {
  const { closings, at, end } = reader;
  reader.at++;
  if (next === ')') closings.set(open.pop() ?? 0, at);
  if (next !== '(') return;
  const closed = closings.get(at) ?? end;
  if (closed < end) reader.at = closed + 1;
  else open.push(at);
}

function isIdentifier(literal: string): boolean {
  return !/[.:]$/.test(literal) && !/^[@_#]$/.test(literal);
}

function readIdentifier(reader: Reader, depth: number): Word {
  const literal = take(reader, /[A-Za-z@_#][\w.:]*/y);
  if (peek(reader) === '(') return readCall(reader, literal, depth);
  if (!isIdentifier(literal)) throw new FilterError(`invalid identifier ${quoted(literal)}`, literal);
  return { type: 'identifier', literal };
}

function readCall(reader: Reader, literal: string, depth: number): Word {
  if (depth <= 0) throw new FilterError(`max nested function arguments reached (max: ${maxFunctionDepth})`, literal);
  if (!isIdentifier(literal)) throw new FilterError(`invalid function name ${quoted(literal)}`, literal);
  const call: Call = { name: quoted(literal), depth, args: [], needsComma: false };
  reader.at++;
  while (reader.at < reader.end) {
    if (peek(reader) === ')') {
      reader.at++;
      return { type: 'function', literal, args: call.args };
    }
    if (blank.test(peek(reader))) reader.at++;
    else if (peek(reader) === '/') skipComment(reader);
    else readCallPart(reader, call);
  }
  throw new FilterError(`invalid or incomplete function ${call.name} (expected ')')`);
}

type Call = { name: string; depth: number; args: Word[]; needsComma: boolean };

function readCallPart(reader: Reader, call: Call): void {
  const isComma = peek(reader) === ',';
  if (call.needsComma && !isComma) {
    throw new FilterError(`expected comma after the last argument in function ${call.name}`);
  }
  if (!call.needsComma && isComma) throw new FilterError(`unexpected comma in function ${call.name}`);
  if (isComma) reader.at++;
  else call.args.push(readArgument(reader, call));
  call.needsComma = !isComma;
}

function readArgument(reader: Reader, { name, depth }: Call): Word {
  const first = peek(reader);
  const [kind, read] = /[A-Za-z@_#]/.test(first)
    ? (['identifier', () => readIdentifier(reader, depth - 1)] as const)
    : /[-\d]/.test(first)
      ? (['number', () => readNumber(reader)] as const)
      : first === "'" || first === '"'
        ? (['text', () => ({ type: 'text' as const, literal: readText(reader) })] as const)
        : [];
  if (!kind) throw new FilterError(`unsupported argument character ${character(reader)} in function ${name}`);
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new FilterError(`invalid ${kind} argument ${quoted(error.literal)} in function ${name}: ${error.message}`);
  }
}
