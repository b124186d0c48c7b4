import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTestTitles } from '../support/find-test-titles.ts';
import { listFiles, root } from '../support/list-files.ts';

/*
 * A statement of docs/requirements.md is shown by a test whose own title carries its number in brackets: `[104]`, `[104, 105]` or `[104-106]`. A
 * number in another text, or in the name of a group of tests, shows nothing.
 */
const statements = read('docs/requirements.md');
const titles = listFiles(['src', 'test'])
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: read(path) }))
  // To take a file apart is slow; most name no statement anywhere.
  .filter(({ text }) => /\[Q?\d/.test(text))
  .flatMap(({ path, text }) => findTestTitles(path, text));

test('every statement of the requirements is named by the title of a test', () => {
  const numbers = [...statements.matchAll(/^(\d+)\. /gm)].map((match) => Number(match[1]));
  expect(numbers, 'each number is there once, in order').toEqual(numbersBetween(1, numbers.length));
  const tests = titles.map(findNumbers);
  const named = new Set(tests.flat());
  expect(summarise(numbers.filter((number) => !named.has(number)))).toEqual([]);
  expect(summarise([...named].filter((number) => number > numbers.length))).toEqual([]);
  const alone = new Set(tests.filter((some) => some.length === 1).flat());
  const shared = summarise(numbers.filter((number) => !alone.has(number)));
  // Nothing is wrong with them; whoever doubts that a statement is shown looks here first.
  console.info(`Statements without a test of their own: ${shared.join(', ')}`);
});

test('every decision on what the requirements leave open is written down and named by a test', () => {
  const open = numbersBetween(1, 16).map((number) => `Q${number}`);
  const record = read('docs/decisions/open-questions.md');
  expect(open.filter((name) => !record.includes(`| ${name} |`))).toEqual([]);
  expect(open.filter((name) => !titles.some((title) => title.includes(`[${name}]`)))).toEqual([]);
});

test('every rule, and every section of the wire contract, that code names stands in the documents', () => {
  const rules = new Set([...read('docs/rules.md').matchAll(/^(\d+)\. \*\*/gm)].map((match) => match[1]));
  const sections = new Set(
    [...read('docs/wire-contract.md').matchAll(/^###? ([\d.]+?)\.? /gm)].map((match) => match[1]),
  );
  const code = listFiles(['src', 'test', 'db', 'bin', 'bench'])
    .filter((path) => /\.(?:tsx?|mjs|sql)$/.test(path))
    .map(read);
  const named = (words: RegExp) => [
    ...new Set(
      code.flatMap((text) => [...text.matchAll(words)].flatMap((match) => match[1]?.match(/\d[\d.]*\d|\d/g) ?? [])),
    ),
  ];
  expect(named(/\bdomain rules? ([\d, and]+)/g).filter((rule) => !rules.has(rule))).toEqual([]);
  expect(named(/\[rule (\d+)\]/g).filter((rule) => !rules.has(rule))).toEqual([]);
  expect(named(/\bwire contract(?:,|’s|'s) sections? ([\d., and]+)/g).filter((one) => !sections.has(one))).toEqual([]);
});

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function findNumbers(title: string): number[] {
  const markers = title.matchAll(/(?:^|\s)\[(\d+(?:\s*[,–-]\s*\d+)*)\](?=$|[\s.,:])/g);
  return [...markers].flatMap((match) => readMarker(match[1] ?? ''));
}

function readMarker(marker: string): number[] {
  return marker.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(/[–-]/).map(Number);
    return numbersBetween(first, last);
  });
}

function numbersBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** `1-4` instead of four lines. */
function summarise(numbers: readonly number[]): string[] {
  const ranges: Array<[number, number]> = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
}
