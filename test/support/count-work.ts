import { Session } from 'node:inspector/promises';
import v8 from 'node:v8';

// What V8 compiles a second time, to run faster, no longer counts its calls, and when that happens is up to another thread: nothing is.
v8.setFlagsFromString('--max-optimized-bytecode-size=0');
// Blocks are counted in what is compiled from here on, so what is to be measured is loaded after this file.
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * What a piece of work costs, counted and not timed: how often each block of our code and of its libraries ran, and what the language did for it
 * behind a call: characters and elements that it copied or looked at, and each step back of a regular expression.
 */
export async function countWork(run: () => unknown): Promise<number> {
  await session.post('Profiler.takePreciseCoverage');
  const behindCalls = countBehindCalls();
  try {
    await run();
  } finally {
    behindCalls.stop();
  }
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => isMeasured.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, behindCalls.count());
}

const isMeasured = /\/src\/|\/node_modules\/(?!vitest|@vitest|tinyspy|vite)/;

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Cost = (self: unknown, result: unknown, given: readonly unknown[]) => number;

const lengthOf = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array ? value.length : 0;
const ofWhole: Cost = (self) => lengthOf(self);
const ofResult: Cost = (_, result) => lengthOf(result);
const toEnd: Cost = (self, result, [, from = 0]) =>
  Math.max(0, (Number(result) < 0 ? lengthOf(self) : Number(result)) - Number(from));
const toStart: Cost = (self, result, [, from = lengthOf(self)]) => Math.max(0, Number(from) - Number(result));

/** The calls of the language whose work grows with what they are given, and how much of it there is. */
const costs: Array<[owner: object, names: readonly string[], cost: Cost]> = [
  [String.prototype, ['slice', 'substring', 'substr', 'concat', 'repeat', 'padEnd', 'padStart'], ofResult],
  [String.prototype, ['indexOf', 'search'], toEnd],
  [String.prototype, ['includes', 'split', 'trim', 'trimStart', 'trimEnd', 'replaceAll', 'normalize'], ofWhole],
  [String.prototype, ['toLowerCase', 'toUpperCase', 'codePointAt', 'localeCompare'], () => 1],
  [Array.prototype, ['concat', 'slice', 'splice', 'with', 'toSorted', 'toReversed'], ofResult],
  [Array.prototype, ['shift', 'unshift', 'reverse', 'includes', 'join', 'fill'], ofWhole],
  [Array.prototype, ['indexOf'], toEnd],
  [String.prototype, ['lastIndexOf'], toStart],
  [Array.prototype, ['lastIndexOf'], toStart],
  [Buffer.prototype, ['toString'], ofResult],
  [Buffer, ['concat', 'from'], ofResult],
  [Object, ['entries', 'keys', 'values'], ofResult],
];

/** Counts until it is stopped. */
function countBehindCalls(): { count: () => number; stop: () => void } {
  let count = 0;
  // What finding out how much a search was does itself is not counted.
  let isTrying = false;
  const undo: Array<() => void> = [];
  const replace = (owner: object, name: PropertyKey, made: (before: Method) => Method) => {
    const before = Reflect.get(owner, name) as Method;
    Object.defineProperty(owner, name, { value: made(before), configurable: true, writable: true });
    undo.push(() => Object.defineProperty(owner, name, { value: before, configurable: true, writable: true }));
  };
  for (const [owner, names, cost] of costs)
    for (const name of names)
      replace(
        owner,
        name,
        (before) =>
          function counted(this: unknown, ...given) {
            const result = before.apply(this, given);
            count += cost(this, result, given);
            return result;
          },
      );
  // Spreading a list, and walking through it.
  replace(
    Array.prototype,
    Symbol.iterator,
    () =>
      function* counted(this: unknown) {
        const list = this as unknown[];
        for (let place = 0; place < list.length; place++) {
          count++;
          yield list[place];
        }
      },
  );
  replace(
    RegExp.prototype,
    'exec',
    (before) =>
      function counted(this: unknown, ...given) {
        const pattern = this as RegExp;
        const { lastIndex } = pattern;
        const text = String(given[0]);
        const result = before.call(this, text);
        if (isTrying) return result;
        isTrying = true;
        const counted = count;
        const steps = stepsOf(pattern, text, pattern.global || pattern.sticky ? lastIndex : 0, before);
        count = counted + steps;
        isTrying = false;
        return result;
      },
  );
  return {
    count: () => count,
    stop: () => {
      for (const work of undo.reverse()) work();
    },
  };
}

// The two ways in which V8 runs an expression, a quick and a thorough one, count their steps back differently; which one it takes changes with time.
v8.setFlagsFromString('--no-regexp-tier-up');
// What is skipped without a step depends on the first text that an expression ever met.
v8.setFlagsFromString('--no-regexp-optimization');
// V8 has, for its own tests, regular expressions that give up after so many steps back.
v8.setFlagsFromString('--allow-natives-syntax');
const limitedRegExp = new Function(
  'source',
  'flags',
  'limit',
  'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
) as (source: string, flags: string, limit: number) => RegExp;
v8.setFlagsFromString('--no-allow-natives-syntax');

const limitedOnes = new Map<string, RegExp>();

function limitedBy(source: string, flags: string, limit: number): RegExp {
  const name = `${limit}/${flags}/${source}`;
  const made = limitedOnes.get(name) ?? limitedRegExp(source, flags, limit);
  if (limit <= 4096) limitedOnes.set(name, made);
  return made;
}

/**
 * How many steps back a search takes, found by trying: what was given up is told from what is not there by an end that always fits. V8 doesn't count
 * steps back in a repetition of one character alone, so each gets a second way, which never fits.
 */
function stepsOf({ source, flags, sticky }: RegExp, text: string, from: number, execute: Method): number {
  const whole = withSecondWays(source);
  const always = sticky ? `(?:${whole})|` : `(?:${whole})|(?![^])`;
  const isEnough = (limit: number) => {
    const limited = limitedBy(always, flags, limit);
    limited.lastIndex = from;
    return execute.call(limited, text) !== null;
  };
  let most = 1;
  while (most < tooMany && !isEnough(most)) most *= 2;
  let fewest = Math.floor(most / 2) + 1;
  while (fewest < most) {
    const middle = Math.floor((fewest + most) / 2);
    if (isEnough(middle)) most = middle;
    else fewest = middle + 1;
  }
  return most;
}

const tooMany = 2 ** 24;
const known = new Map<string, string>();

/** The same expression with `(?:x|(?!))+` for `x+`, where x is one character or class. */
function withSecondWays(source: string): string {
  const before = known.get(source);
  if (before !== undefined) return before;
  // What opens a group, what is one character (an escape, a class, a letter), and what else there is.
  const pieces =
    /\((?:\?(?:<?[=!]|:|<\w+>))?|((?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u.{4}|x..|k<\w+>|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|[^()|^$*+?{\\[]))([*+]|\{\d+,\d*\})?|[\s\S]/gu;
  const made = source.replace(pieces, (piece, atom?: string, times?: string) =>
    atom && times ? `(?:${atom}|(?!))${times}` : piece,
  );
  known.set(source, made);
  return made;
}
