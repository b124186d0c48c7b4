import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findTestTitles } from '../support/find-test-titles.ts';
import { listFiles, root } from '../support/list-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const namesIn = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, name = '']) => name);

/** Tags of titles that a document defines, without their brackets. */
const defined = new Set([
  ...namesIn('docs/requirements.md', /^(\d+)\. /gm),
  ...namesIn('docs/rules.md', /^(\d+)\. \*\*/gm).map((number) => `rule ${number}`),
  ...namesIn('docs/decisions/open-questions.md', /^\| (Q\d+) \|/gm),
  ...namesIn('docs/security.md', /^\| \[([\d.]+)\] \|/gm),
]);

/** `[104]`, `[104, 105]`, `[104-106]`, `[rule 7]`, `[Q4]`, `[25.3]`. */
const tag = /(?<=^|[\s(])\[((?:rule )?[A-Z]{0,2}\d[\d., –-]*)\](?=$|[\s.,:)])/g;

test('every tag in the title of a test is defined by a document', () => {
  const unknown = listFiles(['src', 'test'])
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: read(path) }))
    // To take a file apart is slow; many have nothing like a tag.
    .filter(({ text }) => /['"`\s(]\[(?:rule )?Q?\d[\d., –-]*\][ '"`.,:)]/.test(text))
    .flatMap(({ path, text }) => {
      const titles = findTestTitles(path, text, { groups: true });
      const tags = titles.flatMap((title) =>
        [...title.matchAll(tag)].flatMap(([, names = '']) => names.split(/, ?|[–-]/)),
      );
      return tags.filter((name) => !defined.has(name)).map((name) => `${path}: [${name}]`);
    });
  expect(unknown, 'a tag is a row of docs/security.md, a statement, a rule or a question: see CONTRIBUTING.md').toEqual(
    [],
  );
});
