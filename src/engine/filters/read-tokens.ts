import { FilterError } from './filter-error.ts';

export type Token =
  | { type: 'identifier'; text: string }
  | { type: 'number'; value: number; text: string }
  | { type: 'text'; value: string }
  | { type: 'operator'; text: string }
  | { type: 'join'; text: '&&' | '||' }
  | { type: 'open' | 'close' | 'comma' };

const escapes: Record<string, string> = {
  '\\': '\\',
  '"': '"',
  "'": "'",
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  '/': '/',
};
const operator = /^(?:\?!=|\?!~|\?>=|\?<=|\?=|\?~|\?>|\?<|!=|!~|>=|<=|=|~|>|<)/;

/** The words of a filter (wire contract, section 8). Comments run from `//` to the end of the line. Throws a FilterError. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const skipped = /^(?:[ \t\n\r]+|\/\/[^\n]*)/.exec(text.slice(at));
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const [token, length] = readToken(text.slice(at));
    tokens.push(token);
    at += length;
  }
  return tokens;
}

const simple: Record<string, Token> = {
  '(': { type: 'open' },
  ')': { type: 'close' },
  ',': { type: 'comma' },
};

function readToken(rest: string): [Token, number] {
  const first = rest[0] ?? '';
  const token = simple[first];
  if (token) return [token, 1];
  if (first === '"' || first === "'") return readText(rest, first);
  const join = /^(?:&&|\|\|)/.exec(rest)?.[0];
  if (join) return [{ type: 'join', text: join === '&&' ? '&&' : '||' }, 2];
  const sign = operator.exec(rest)?.[0];
  if (sign) return [{ type: 'operator', text: sign }, sign.length];
  const number = /^-?(?:\d+\.?\d*|\.\d+)/.exec(rest)?.[0];
  if (number) return readNumber(rest, number);
  const identifier = /^[@_#\p{L}][\p{L}\p{N}_.:]*/u.exec(rest)?.[0];
  if (!identifier || /[.:]$/.test(identifier)) throw new FilterError(`Unexpected "${rest.slice(0, 20)}".`);
  return [{ type: 'identifier', text: identifier }, identifier.length];
}

function readNumber(rest: string, number: string): [Token, number] {
  const isOver = !/^[\p{L}\p{N}_.]/u.test(rest.slice(number.length));
  if (!isOver || number.endsWith('.')) throw new FilterError(`"${rest.slice(0, 20)}" is no number.`);
  return [{ type: 'number', value: Number(number), text: number }, number.length];
}

function readText(rest: string, quote: string): [Token, number] {
  let value = '';
  for (let at = 1; at < rest.length; at++) {
    const character = rest[at] ?? '';
    if (character === quote) return [{ type: 'text', value }, at + 1];
    if (character !== '\\') {
      value += character;
      continue;
    }
    const [decoded, length] = readEscape(rest.slice(at + 1));
    value += decoded;
    at += length;
  }
  throw new FilterError('A quoted text is not closed.');
}

// A backslash before another character stays, so that escapes of LIKE survive.
function readEscape(rest: string): [string, number] {
  const unicode = /^u([0-9a-fA-F]{4})/.exec(rest);
  if (unicode) return [String.fromCharCode(Number.parseInt(unicode[1] ?? '', 16)), 5];
  const character = rest[0];
  if (character === undefined) throw new FilterError('A quoted text is not closed.');
  return [escapes[character] ?? `\\${character}`, 1];
}
