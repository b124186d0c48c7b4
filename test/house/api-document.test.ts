import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';

const root = join(import.meta.dirname, '../..');
const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
const document = readFileSync(join(root, 'docs/api.md'), 'utf8');
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, one = '']) => one))];

const marketplace = read('src/marketplace/**/*.ts');

test('[12] every code with which the marketplace refuses a field stands in the document of the API', () => {
  const codes = found(marketplace, /\bcode(?:: | = )'([a-z]+(?:_[a-z]+)+)'/g);
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter((code) => !document.includes(`\`${code}\``))).toEqual([]);
});

test('[12] every code of a table of the document is one that some code says', () => {
  const sources = [marketplace, read('src/rules/**/*.ts'), read('src/engine/**/*.ts'), read('db/functions/*.sql')].join(
    '\n',
  );
  const rows = found(document, /^\| (`[a-z_]+`(?:, `[a-z_]+`)*)[^|]*\| [^|]+\| [^|]*(?:\| [^|]*)?\|$/gm);
  const codes = rows.flatMap((row) => found(row, /`([a-z]+(?:_[a-z]+)+)`/g));
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((code) => !sources.includes(code))).toEqual([]);
});

test('[12] every call of the marketplace stands in the document of the API', () => {
  const paths = found(marketplace, /path: '\/api(\/marketplace\/[^']+)'/g);
  expect(paths.length).toBeGreaterThan(60);
  // A row may name several calls by the parts in which they differ.
  const written = (path: string) => [path, path.replace('/marketplace', '')].map((one) => one.replace(/:\w+/g, '<id>'));
  const plain = document.replace(/[{<](?:\w+)[}>]/g, '<id>');
  const isWritten = (path: string) =>
    written(path).some((one) => plain.includes(one)) || plain.includes(`…${path.slice(path.lastIndexOf('/'))}`);
  expect(paths.filter((path) => !isWritten(path))).toEqual([]);
});

test('[12] every collection of the product stands in the document of the API, and the name of each field and value that somebody sees somewhere in it', () => {
  const isWritten = (word: string) => new RegExp(`\\b${word}\\b`).test(document);
  const missing = marketplaceCollections.flatMap(({ name, fields }) =>
    fields
      .filter((field) => !field.hidden && !field.name.startsWith('_'))
      .flatMap((field) => [field.name, ...(field.type === 'select' ? field.values : [])])
      .filter((word) => !isWritten(word))
      .map((word) => `${name}: ${word}`),
  );
  expect(missing).toEqual([]);
  expect(marketplaceCollections.filter(({ name }) => !document.includes(`\`${name}\``))).toEqual([]);
});

test('[12] every account of the ledger stands in the document of the API', () => {
  const money = readFileSync(join(root, 'docs/money.md'), 'utf8');
  const accounts = found(money, /^\| `([a-z_]+(?::<[a-z]+>)?)` \| /gm);
  expect(accounts.length).toBeGreaterThan(8);
  expect(accounts.filter((account) => !document.includes(`\`${account.replace(/:.*/, '')}`))).toEqual([]);
});
