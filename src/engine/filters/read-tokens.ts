import { FilterError, quoted } from './filter-error.ts';

/** A word of a filter. `group` holds what stands between brackets, unread. */
export type Token =
  | { type: 'identifier' | 'number' | 'text' | 'sign' | 'join' | 'group'; literal: string }
  | { type: 'function'; literal: string; args: Token[] };

type Reader = { text: string; at: number };

const maxFunctionDepth = 3;
const blank = /[ \t\n]/;
const signs = new Set('= != > >= < <= ~ !~ ?= ?!= ?> ?>= ?< ?<= ?~ ?!~'.split(' '));

/**
 * The words of a filter without blanks and comments (`//` to the end of the line), read and refused as the reference's lexer does (wire
 * contract, section 8). Throws a FilterError at the first character that fits nowhere.
 */
export function* readTokens(text: string): Generator<Token> {
  const reader = { text, at: 0 };
  while (reader.at < text.length) {
    const token = readToken(reader);
    if (token) yield token;
  }
}

function peek(reader: Reader): string {
  return reader.text[reader.at] ?? '';
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
  if (first === "'" || first === '"') return { type: 'text', literal: readText(reader, false) };
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

function readSign(reader: Reader): Token {
  const literal = take(reader, /[=?!><~]+/y);
  if (!signs.has(literal)) throw new FilterError(`invalid sign operator ${quoted(literal)}`);
  return { type: 'sign', literal };
}

function readJoin(reader: Reader): Token {
  const literal = take(reader, /[&|]+/y);
  if (literal !== '&&' && literal !== '||') throw new FilterError(`invalid join operator ${quoted(literal)}`);
  return { type: 'join', literal };
}

function readNumber(reader: Reader): Token {
  const literal = take(reader, /-?\d*(?:\.\d*)?/y);
  if (literal === '-' || literal.startsWith('.') || literal.endsWith('.')) {
    throw new FilterError(`invalid number ${quoted(literal)}`, literal);
  }
  return { type: 'number', literal };
}

function skipComment(reader: Reader): undefined {
  if (take(reader, /\/\/[^\n]*\n?/y) === '') throw new FilterError('invalid comment');
  return undefined;
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

// A backslash before another character stays, so that escapes of LIKE survive. `isVerbatim` keeps quotes and escapes as they are.
function readText(reader: Reader, isVerbatim: boolean): string {
  const start = reader.at;
  const quote = peek(reader);
  let value = '';
  for (reader.at++; reader.at < reader.text.length; reader.at++) {
    const next = peek(reader);
    if (next === quote) {
      reader.at++;
      return isVerbatim ? reader.text.slice(start, reader.at) : value;
    }
    if (next !== '\\') {
      value += next;
      continue;
    }
    reader.at++;
    const escaped = peek(reader);
    if (escaped !== '') value += escapes[escaped] ?? `\\${escaped}`;
  }
  const literal = isVerbatim ? reader.text.slice(start) : quote + value;
  throw new FilterError(`invalid quoted text ${quoted(literal)}`, literal);
}

function readGroup(reader: Reader): Token {
  let open = 1;
  let literal = '';
  for (reader.at++; reader.at < reader.text.length; ) {
    const next = peek(reader);
    if (next === "'" || next === '"') {
      literal += readText(reader, true);
      continue;
    }
    reader.at++;
    if (next === '(') open++;
    else if (next === ')') open--;
    if (open === 0) return { type: 'group', literal };
    literal += next;
  }
  throw new FilterError(`invalid formatted group - missing ${open} closing bracket(s)`);
}

function isIdentifier(literal: string): boolean {
  return !/[.:]$/.test(literal) && !/^[@_#]$/.test(literal);
}

function readIdentifier(reader: Reader, depth: number): Token {
  const literal = take(reader, /[A-Za-z@_#][\w.:]*/y);
  if (peek(reader) === '(') return readCall(reader, literal, depth);
  if (!isIdentifier(literal)) throw new FilterError(`invalid identifier ${quoted(literal)}`, literal);
  return { type: 'identifier', literal };
}

function readCall(reader: Reader, literal: string, depth: number): Token {
  if (depth <= 0) throw new FilterError(`max nested function arguments reached (max: ${maxFunctionDepth})`, literal);
  if (!isIdentifier(literal)) throw new FilterError(`invalid function name ${quoted(literal)}`, literal);
  const call: Call = { name: quoted(literal), depth, args: [], needsComma: false };
  reader.at++;
  while (reader.at < reader.text.length) {
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

type Call = { name: string; depth: number; args: Token[]; needsComma: boolean };

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

function readArgument(reader: Reader, { name, depth }: Call): Token {
  const first = peek(reader);
  const [kind, read] = /[A-Za-z@_#]/.test(first)
    ? (['identifier', () => readIdentifier(reader, depth - 1)] as const)
    : /[-\d]/.test(first)
      ? (['number', () => readNumber(reader)] as const)
      : first === "'" || first === '"'
        ? (['text', () => ({ type: 'text' as const, literal: readText(reader, false) })] as const)
        : [];
  if (!kind) throw new FilterError(`unsupported argument character ${character(reader)} in function ${name}`);
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new FilterError(`invalid ${kind} argument ${quoted(error.literal)} in function ${name}: ${error.message}`);
  }
}
