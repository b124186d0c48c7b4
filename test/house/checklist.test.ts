import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

/**
 * Statements of the product's checklist that a test must cover: ranges of numbers, both ends included. A test covers a statement
 * when its name carries the number in brackets: `[104]`, `[104, 105]` or `[104-106]`.
 */
const required: ReadonlyArray<[first: number, last: number]> = [[1, 286]];

test('every required statement of the checklist is covered by a test that names its number', () => {
  const covered = findCoveredNumbers();
  const missing = required.flatMap(([first, last]) =>
    numbersBetween(first, last).filter((number) => !covered.has(number)),
  );
  expect(summarise(missing)).toEqual([]);
});

test('every decision on what the checklist leaves open is written down and named by a test', () => {
  const open = numbersBetween(1, 16).map((number) => `Q${number}`);
  const record = readFileSync(join(root, 'docs/decisions/0044-what-the-specification-leaves-open.md'), 'utf8');
  expect(open.filter((name) => !record.includes(`| ${name} |`))).toEqual([]);
  const tests = testFiles().map((path) => readFileSync(join(root, path), 'utf8'));
  expect(open.filter((name) => !tests.some((text) => text.includes(`[${name}]`)))).toEqual([]);
});

function testFiles(): string[] {
  return listFiles(['src', 'test']).filter((path) => /\.test\.tsx?$/.test(path));
}

function findCoveredNumbers(): Set<number> {
  const names = testFiles().flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g),
  ]);
  const markers = names.flatMap((match) => [
    ...(match[2] ?? '').matchAll(/(?:^|\s)\[(\d+(?:\s*[,–-]\s*\d+)*)\](?=$|[\s.,:])/g),
  ]);
  return new Set(markers.flatMap((match) => readMarker(match[1] ?? '')));
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
