import type { Random } from '../random.ts';

const word = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const digits = '0123456789';
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
const maxOpenRepeats = 6;

type Reader = { pattern: string; at: number; random: Random };

/**
 * A text that a pattern such as `[a-z0-9]{15}` describes (wire contract, section 31): classes, groups, alternatives, `{m,n}`,
 * `?`, `*`, `+` (at most six), `.`, `\d`, `\w`, `\s`, and of a negated class whatever can be printed. Throws for what it does not know.
 */
export function generateFromPattern(pattern: string, random: Random): string {
  const reader: Reader = { pattern, at: 0, random };
  const text = readAlternatives(reader)();
  if (reader.at < reader.pattern.length) throw new Error(`Unexpected ${reader.pattern[reader.at]} in the pattern.`);
  return text;
}

type Make = () => string;

function readAlternatives(reader: Reader): Make {
  const alternatives = [readSequence(reader)];
  while (reader.pattern[reader.at] === '|') {
    reader.at++;
    alternatives.push(readSequence(reader));
  }
  return () => alternatives[pickIndex(reader.random, alternatives.length)]?.() ?? '';
}

function readSequence(reader: Reader): Make {
  const parts: Make[] = [];
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const part = readAtom(reader);
    const [min, max] = readRepeat(reader);
    parts.push(() => {
      const times = min + pickIndex(reader.random, max - min + 1);
      let text = '';
      for (let time = 0; time < times; time++) text += part();
      return text;
    });
  }
  return () => parts.map((part) => part()).join('');
}

function readAtom(reader: Reader): Make {
  const character = reader.pattern[reader.at++] ?? '';
  if (character === '(') return readGroup(reader);
  if (character === '[') return oneOf(reader, readClass(reader));
  if (character === '.') return oneOf(reader, word);
  if (character === '\\') return oneOf(reader, escaped(reader.pattern[reader.at++] ?? ''));
  const operator = operators[character];
  if (operator !== undefined && /[$^]/.test(character)) throw unsupported(operator);
  return () => character;
}

/** What makes no text, by the numbers that the reference gives it. */
const operators: Record<string, number> = { '^': 9, $: 10, b: 11, B: 12, A: 9, z: 10 };

function unsupported(operator: number | undefined): Error {
  return new Error(`unsupported pattern operator ${operator}`);
}

function readGroup(reader: Reader): Make {
  if (reader.pattern.startsWith('?:', reader.at)) reader.at += 2;
  const make = readAlternatives(reader);
  if (reader.pattern[reader.at++] !== ')') throw new Error('A group of the pattern is not closed.');
  return make;
}

function escaped(character: string): string {
  if (/[bBAz]/.test(character)) throw unsupported(operators[character]);
  if (character === 'd') return digits;
  if (character === 'w') return `${word}_`;
  if (character === 's') return ' ';
  return character;
}

function readClass(reader: Reader): string {
  let set = '';
  while (reader.at < reader.pattern.length && reader.pattern[reader.at] !== ']') {
    let from = reader.pattern[reader.at++] ?? '';
    if (from === '\\') from = escaped(reader.pattern[reader.at++] ?? '');
    const to = reader.pattern[reader.at + 1];
    if (reader.pattern[reader.at] === '-' && to !== undefined && to !== ']') {
      for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) set += String.fromCharCode(code);
      reader.at += 2;
    } else set += from;
  }
  reader.at++;
  if (set.startsWith('^')) return [...printable].filter((character) => !set.includes(character, 1)).join('');
  if (set === '') throw new Error('A class of the pattern is empty.');
  return set;
}

function oneOf(reader: Reader, alphabet: string): Make {
  return () => reader.random.text(1, alphabet);
}

function readRepeat(reader: Reader): [number, number] {
  const rest = reader.pattern.slice(reader.at);
  const counted = /^\{(\d+)(,(\d*))?\}/.exec(rest);
  if (counted) {
    reader.at += counted[0].length;
    const min = Number(counted[1]);
    if (counted[2] === undefined) return [min, min];
    return [min, counted[3] ? Number(counted[3]) : min + maxOpenRepeats];
  }
  const sign = rest[0];
  if (sign !== '?' && sign !== '*' && sign !== '+') return [1, 1];
  reader.at++;
  return [sign === '+' ? 1 : 0, sign === '?' ? 1 : maxOpenRepeats];
}

const indexAlphabet = Array.from({ length: 256 }, (_, index) => String.fromCharCode(index)).join('');

function pickIndex(random: Random, count: number): number {
  if (count <= 1) return 0;
  return Math.floor((random.text(1, indexAlphabet).charCodeAt(0) / 256) * count);
}
