import { FilterError } from './filter-error.ts';

/** One place of a pattern: a character that must stand there, or any (`_`). A run of places stands between two `%`. */
type Place = string | undefined;
type Run = readonly Place[];

/** As long as a whole filter may be: the database looks for each part of a pattern again in all of a text. */
const maxPatternLength = 3500;

/**
 * A text without its own `%` is looked for anywhere; one with `%` is a pattern as it is. Throws a FilterError for a pattern that is too long.
 */
export function likePattern(text: string): string {
  const isPattern = /(?:^|[^\\])%/.test(text);
  if (isPattern && text.length > maxPatternLength) throw new FilterError('max pattern length limit reached');
  if (isPattern) return /(?:^|[^\\])(?:\\\\)*\\$/.test(text) ? `${text}\\` : text;
  return `%${escaped(text)}%`;
}

/** With a backslash before each `%`, `_` and backslash that has none, from the end on as the reference goes: of two `_` side by side one stays free. */
function escaped(text: string): string {
  const characters = [...text];
  const backwards: string[] = [];
  let isOpen = false;
  for (const [index, character] of [...characters.entries()].reverse()) {
    if (isOpen && character !== '\\') backwards.push('\\');
    isOpen = !isOpen && ['\\', '%', '_'].includes(character);
    backwards.push(character);
    if (index === 0 && isOpen) backwards.push('\\');
  }
  return backwards.reverse().join('');
}

/**
 * Whether a text fits a pattern of LIKE: `%` for any characters, `_` for one, a backslash before what is meant as it is, letters in any case. Each
 * run between two `%` is looked for once, from left to right, and never again; a run without `_` in one walk over the text.
 */
export function matchesLike(text: string, pattern: string): boolean {
  const places = [...text.toLowerCase()];
  const runs = readRuns(pattern.toLowerCase());
  const [first = [], ...rest] = runs;
  const last = rest.pop();
  if (!last) return first.length === places.length && fitsAt(places, first, 0);
  if (first.length + last.length > places.length || !fitsAt(places, first, 0)) return false;
  const end = places.length - last.length;
  let at = first.length;
  for (const run of rest) {
    const found = findRun(places, run, { from: at, to: end });
    if (found === undefined) return false;
    at = found + run.length;
  }
  return at <= end && fitsAt(places, last, end);
}

function readRuns(pattern: string): Run[] {
  const runs: Place[][] = [[]];
  const characters = [...pattern];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index];
    if (character === '%') runs.push([]);
    else if (character === '_') runs.at(-1)?.push(undefined);
    else runs.at(-1)?.push(character === '\\' ? (characters[++index] ?? '\\') : character);
  }
  return runs;
}

function fitsAt(places: readonly string[], run: Run, at: number): boolean {
  return run.every((place, offset) => place === undefined || place === places[at + offset]);
}

type Range = { from: number; to: number };

function findRun(places: readonly string[], run: Run, { from, to }: Range): number | undefined {
  if (!run.includes(undefined)) return findExact(places, run, { from, to });
  for (let at = from; at + run.length <= to; at++) if (fitsAt(places, run, at)) return at;
  return undefined;
}

// Knuth, Morris and Pratt: after a mismatch no character of the text is looked at a second time.
function findExact(places: readonly string[], run: Run, { from, to }: Range): number | undefined {
  if (run.length === 0) return from;
  if (run.length > to - from) return undefined;
  const fallbacks = fallbacksOf(run);
  let matched = 0;
  for (let at = from; at < to; at++) {
    while (matched > 0 && places[at] !== run[matched]) matched = fallbacks[matched - 1] ?? 0;
    if (places[at] === run[matched]) matched++;
    if (matched === run.length) return at - run.length + 1;
  }
  return undefined;
}

/** For each place the length of the longest beginning of the run that also ends there. */
function fallbacksOf(run: Run): number[] {
  const fallbacks = [0];
  let length = 0;
  for (let at = 1; at < run.length; at++) {
    while (length > 0 && run[at] !== run[length]) length = fallbacks[length - 1] ?? 0;
    if (run[at] === run[length]) length++;
    fallbacks.push(length);
  }
  return fallbacks;
}
