import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, root } from '../support/list-files.ts';

const documents = listFiles().filter((path) => path.endsWith('.md'));
// A whole path in backticks; patterns such as `src/*/x.ts` and placeholders such as `db/<name>.sql` are not paths.
const citedPath = /`((?:src|db|bin|test|docs|bench|\.ci)\/[\w./-]+)`/g;

test.each(documents)('%s cites only paths that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const cited = [...text.matchAll(citedPath)].map((match) => match[1] ?? '');
  expect(cited.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('docs/api.md names every collection whose creates can be repeated, and no other', () => {
  const files = listFiles().filter((path) => path.startsWith('src/marketplace/') && path.endsWith('.collection.ts'));
  const repeatable = files
    .flatMap((path) => readFileSync(join(root, path), 'utf8').split('defineCollection({'))
    // What only the system makes is repeated by nobody.
    .filter((text) => text.includes('repeatable: true') && !/create: null/.test(text))
    .map((text) => / {2}name: '(\w+)'/.exec(text)?.[1] ?? '');
  const [, said = ''] =
    /\*\*Repeating a create\.\*\*[\s\S]*?Holds for ([^.]*)\./.exec(readFileSync(join(root, 'docs/api.md'), 'utf8')) ??
    [];
  expect([...said.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(repeatable.sort());
});

test('README stays under 80 lines and ARCHITECTURE under 200', () => {
  const lengths: Record<string, number> = { 'README.md': 80, 'ARCHITECTURE.md': 200 };
  for (const [document, longest] of Object.entries(lengths)) {
    const lines = readFileSync(join(root, document), 'utf8').trimEnd().split('\n').length;
    expect(lines, document).toBeLessThanOrEqual(longest);
  }
});
