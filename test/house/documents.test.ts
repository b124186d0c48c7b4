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

test('README stays under 80 lines and ARCHITECTURE under 200', () => {
  const lengths: Record<string, number> = { 'README.md': 80, 'ARCHITECTURE.md': 200 };
  for (const [document, longest] of Object.entries(lengths)) {
    const lines = readFileSync(join(root, document), 'utf8').trimEnd().split('\n').length;
    expect(lines, document).toBeLessThanOrEqual(longest);
  }
});
