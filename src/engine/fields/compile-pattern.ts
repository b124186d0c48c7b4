/** A pattern that is none in the reference's syntax (RE2); the message is the reference's. */
export class PatternError extends Error {
  override name = 'PatternError';

  constructor(reason: string, part: string) {
    super(`error parsing regexp: ${reason}: \`${part}\``);
  }
}

/** An open group: the groups that flags in it have opened, and whether `.` takes line breaks in it. */
type Group = { flags: string[]; isAny: boolean };
type Reader = { text: string; at: number; groups: Group[]; canRepeat: boolean };

const maxRepeat = 1000;
const known = new Map<string, RegExp>();

/** A pattern of a field, which is written in RE2's syntax, as a regular expression. Throws a PatternError for what RE2 does not know. */
export function compilePattern(pattern: string): RegExp {
  const found = known.get(pattern);
  if (found) return found;
  const compiled = build(translate(pattern), pattern);
  if (known.size > 500) known.clear();
  known.set(pattern, compiled);
  return compiled;
}

function build(translated: string, pattern: string): RegExp {
  try {
    return new RegExp(translated, 'u');
  } catch (cause) {
    throw Object.assign(new PatternError('not supported', pattern), { cause });
  }
}

function translate(text: string): string {
  const reader: Reader = { text, at: 0, groups: [{ flags: [], isAny: false }], canRepeat: false };
  let result = '';
  while (reader.at < text.length) result += readPart(reader);
  if (reader.groups.length > 1) throw new PatternError('missing closing )', text);
  return result + closersOf(reader.groups[0]);
}

function readPart(reader: Reader): string {
  const character = take(reader);
  const repeat = readRepeat(reader, character);
  if (repeat !== undefined) return repeat;
  reader.canRepeat = character !== '|' && character !== '(';
  switch (character) {
    case '(':
      return openGroup(reader);
    case ')':
      return closeGroup(reader);
    case '[':
      return readClass(reader);
    case '\\':
      return readEscape(reader);
    case '.':
      return reader.groups.at(-1)?.isAny ? '[\\s\\S]' : '[^\\n]';
    case '^':
    case '$':
      return `(?:${character})`;
    case '|':
      return readBar(reader);
    default:
      return literal(character);
  }
}

function take(reader: Reader): string {
  const character = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  reader.at += character.length;
  return character;
}

function literal(character: string): string {
  return /[\^$\\.*+?()[\]{}|/-]/.test(character) ? `\\u{${character.charCodeAt(0).toString(16)}}` : character;
}

function readRepeat(reader: Reader, character: string): string | undefined {
  const start = reader.at - character.length;
  const rest = reader.text.slice(start);
  const repeat = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/.exec(rest);
  if (!repeat) return undefined;
  const [whole, min, , max] = repeat;
  if (!reader.canRepeat) throw new PatternError('missing argument to repetition operator', whole);
  const isTooMuch = Number(min ?? 0) > maxRepeat || Number(max || 0) > maxRepeat;
  if (isTooMuch || (max && Number(max) < Number(min))) throw new PatternError('invalid repeat count', whole);
  const isLazy = rest[whole.length] === '?';
  reader.at = start + whole.length + (isLazy ? 1 : 0);
  const next = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(reader.text.slice(reader.at))?.[0];
  if (next) throw new PatternError('invalid nested repetition operator', reader.text.slice(start, reader.at) + next);
  return whole + (isLazy ? '?' : '');
}

function openGroup(reader: Reader): string {
  const rest = reader.text.slice(reader.at);
  const isAny = reader.groups.at(-1)?.isAny ?? false;
  const named = /^\?P?<(\w+)>/.exec(rest);
  const flags = /^\?([imsU]*)(?:-([imsU]*))?([:)])/.exec(rest);
  if (!rest.startsWith('?') || named) {
    reader.at += named?.[0].length ?? 0;
    reader.groups.push({ flags: [], isAny });
    return named && !/^\d/.test(named[1] ?? '') ? `(?<${named[1]}>` : '(';
  }
  const name = /^\?P?<(?:[=!][^)]*\)?|[^>]*>?)/.exec(rest)?.[0];
  if (name) throw new PatternError('invalid named capture', `(${name}`);
  if (!flags || flags[2] === '') {
    throw new PatternError('invalid or unsupported Perl syntax', `(${/^\?(?:P?<.|[imsU-]*.?)/.exec(rest)?.[0] ?? '?'}`);
  }
  reader.at += flags[0].length;
  return applyFlags(reader, flags);
}

// RE2 switches flags on for the rest of a group; here the rest becomes a group of its own.
function applyFlags(reader: Reader, [, on = '', off = '', end]: RegExpExecArray): string {
  const outer = reader.groups.at(-1);
  const isAny = on.includes('s') || ((outer?.isAny ?? false) && !off.includes('s'));
  const kept = (flags: string) => [...new Set(flags.replace(/[sU]/g, ''))].join('');
  const off2 = kept(off);
  const start = `(?${kept(on)}${off2 === '' ? '' : `-${off2}`}:`;
  if (end === ':' || !outer) reader.groups.push({ flags: [], isAny });
  else {
    outer.flags.push(start);
    outer.isAny = isAny;
  }
  return start;
}

function closeGroup(reader: Reader): string {
  if (reader.groups.length === 1) throw new PatternError('unexpected )', reader.text);
  return `${closersOf(reader.groups.pop())})`;
}

function closersOf(group: Group | undefined): string {
  return ')'.repeat(group?.flags.length ?? 0);
}

// A flag holds for what follows it in the other alternatives too, but ties them not to what stands before it.
function readBar(reader: Reader): string {
  const group = reader.groups.at(-1);
  return `${closersOf(group)}|${group?.flags.join('') ?? ''}`;
}

const posix: Record<string, string> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9A-Fa-f',
};

function readClass(reader: Reader): string {
  const start = reader.at - 1;
  let result = '[';
  if (reader.text[reader.at] === '^') {
    result += '^';
    reader.at++;
  }
  for (let isFirst = true; reader.at < reader.text.length; isFirst = false) {
    if (reader.text[reader.at] === ']' && !isFirst) {
      reader.at++;
      return `${result}]`;
    }
    result += readClassItem(reader);
  }
  throw new PatternError('missing closing ]', reader.text.slice(start));
}

function readClassItem(reader: Reader): string {
  const start = reader.at;
  const named = /^\[:(\^?\w+):\]/.exec(reader.text.slice(reader.at));
  if (named) {
    const set = posix[named[1] ?? ''];
    if (named[1]?.startsWith('^')) throw new PatternError('not supported', named[0]);
    if (set === undefined) throw new PatternError('invalid character class range', named[0]);
    reader.at += named[0].length;
    return set;
  }
  const from = readClassCharacter(reader);
  const isRange = reader.text[reader.at] === '-' && (reader.text[reader.at + 1] ?? ']') !== ']';
  if (!isRange || from.code === undefined) return from.text;
  reader.at++;
  const to = readClassCharacter(reader);
  if (to.code === undefined || to.code < from.code) {
    throw new PatternError('invalid character class range', reader.text.slice(start, reader.at));
  }
  return `${from.text}-${to.text}`;
}

type ClassCharacter = { text: string; code?: number };

function readClassCharacter(reader: Reader): ClassCharacter {
  const character = take(reader);
  if (character !== '\\') return { text: literal(character), code: character.codePointAt(0) ?? 0 };
  const start = reader.at - 1;
  const text = readEscape(reader).replace(/^\[(.*)\]$/, '$1');
  if (text.startsWith('(')) throw new PatternError('invalid escape sequence', reader.text.slice(start, reader.at));
  const code = /^\\u\{([\da-f]+)\}$/i.exec(text)?.[1];
  return code === undefined ? { text } : { text, code: Number.parseInt(code, 16) };
}

const plainEscapes: Record<string, string> = {
  a: '\\u{7}',
  f: '\\u{c}',
  n: '\\u{a}',
  r: '\\u{d}',
  t: '\\u{9}',
  v: '\\u{b}',
  d: '\\d',
  D: '\\D',
  w: '\\w',
  W: '\\W',
  s: '[\\t\\n\\f\\r ]',
  S: '[^\\t\\n\\f\\r ]',
  b: '(?:\\b)',
  B: '(?:\\B)',
  A: '(?:(?<![\\s\\S]))',
  z: '(?:(?![\\s\\S]))',
};

function readEscape(reader: Reader): string {
  const start = reader.at - 1;
  if (reader.at >= reader.text.length) throw new PatternError('trailing backslash at end of expression', '');
  const rest = reader.text.slice(reader.at);
  const shaped =
    /^(?:Q(?<literal>[\s\S]*?)(?:\\E|$)|(?<sign>[pP])(?:\{(?<not>\^?)(?<name>\w+)\}|(?<short>[A-Z]))|x\{(?<long>[\da-fA-F]+)\}|x(?<hex>[\da-fA-F]{2})|(?<octal>[0-7]{3}|0[0-7]{0,2}))/.exec(
      rest,
    );
  if (shaped) {
    reader.at += shaped[0].length;
    return readShaped(shaped.groups ?? {});
  }
  const character = take(reader);
  const plain = plainEscapes[character];
  if (plain !== undefined) return plain;
  if (/[A-Za-z0-9]/.test(character) || character > '\x7f') {
    throw new PatternError('invalid escape sequence', reader.text.slice(start, reader.at));
  }
  return `\\u{${character.charCodeAt(0).toString(16)}}`;
}

function readShaped(parts: Record<string, string | undefined>): string {
  const { literal: quoted, sign, not, name, short, long, hex, octal } = parts;
  if (quoted !== undefined) return [...quoted].map(literal).join('');
  if (sign !== undefined) return readProperty(short ?? name ?? '', (sign === 'P') !== (not === '^'));
  const code = octal === undefined ? Number.parseInt(long ?? hex ?? '0', 16) : Number.parseInt(octal, 8);
  return `\\u{${code.toString(16)}}`;
}

function readProperty(name: string, isNot: boolean): string {
  const property = name.length <= 2 ? name : `Script=${name}`;
  const text = `\\${isNot ? 'P' : 'p'}{${property}}`;
  try {
    new RegExp(text, 'u');
    return text;
  } catch (cause) {
    throw Object.assign(new PatternError('invalid character class range', `\\p{${name}}`), { cause });
  }
}
