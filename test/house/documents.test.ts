import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('the records of decisions', () => {
  const names = documents.filter((path) => /^docs\/decisions\/(?!README)/.test(path)).map((path) => basename(path));
  const read = (name: string) => readFileSync(join(root, 'docs/decisions', name), 'utf8');

  test('are named by topics, each with the four parts of the template, and are few', () => {
    expect(names.filter((name) => !/^[a-z][a-z-]*\.md$/.test(name))).toEqual([]);
    const parts = ['Context', 'Decision', 'Consequences', 'How it is checked'];
    const incomplete = names.filter((name) => parts.some((part) => !read(name).includes(`\n## ${part}\n`)));
    expect(incomplete).toEqual([]);
    expect(names.length).toBeLessThanOrEqual(40);
  });

  test('are each listed once by the index', () => {
    const listed = [...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual(names.sort());
  });
});

test.each(documents)('%s links only to documents that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const linked = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, path = '']) => path);
  expect(linked.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([]);
});

test('docs/profiles keeps the profiles that docs/figures.md names', () => {
  const figures = readFileSync(join(root, 'docs/figures.md'), 'utf8');
  const named = [...figures.matchAll(/\]\(profiles\/([\w-]+\.txt)\)/g)].map(([, name = '']) => name);
  expect(named.sort()).toEqual(readdirSync(join(root, 'docs/profiles')).sort());
});

/** Its lines are added to by every change. */
const withLongLines = ['CHANGELOG.md'];

test.each(documents.filter((path) => !withLongLines.includes(path) && !path.startsWith('test/')))(
  '%s has lines of at most 120 characters, but for tables and code',
  (document) => {
    const prose = readFileSync(join(root, document), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');
    expect(prose.split('\n').filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([]);
  },
);
