import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTestTitles } from '../support/find-test-titles.ts';
import { listFiles, root } from '../support/list-files.ts';

const groupTitle = /describe\(\s*(['"`])(.*?)\1/g;

test('each of the 29 promises that what a page says is what happens has a test, or a group of them, with its number in the title', () => {
  const titles = listFiles(['src', 'test'])
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => text.includes('[14.'))
    .flatMap(({ path, text }) => [
      ...findTestTitles(path, text),
      ...[...text.matchAll(groupTitle)].map(([, , title = '']) => title),
    ]);
  const without = Array.from({ length: 29 }, (_, index) => `[14.${index + 1}]`).filter(
    (number) => !titles.some((title) => title.includes(number)),
  );
  expect(without).toEqual([]);
});
