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

test('every code with which the marketplace refuses a field stands in the document of the API', () => {
  const codes = found(marketplace, /\bcode(?:: | = )'([a-z]+(?:_[a-z]+)+)'/g);
  expect(codes.length).toBeGreaterThan(60);
  expect(codes.filter((code) => !document.includes(`\`${code}\``))).toEqual([]);
});

test('every code of a table of the document is one that some code says', () => {
  const sources = [marketplace, read('src/rules/**/*.ts'), read('src/engine/**/*.ts'), read('db/functions/*.sql')].join(
    '\n',
  );
  const rows = found(document, /^\| (`[a-z_]+`(?:, `[a-z_]+`)*)[^|]*\| [^|]+\| [^|]*(?:\| [^|]*)?\|$/gm);
  const codes = rows.flatMap((row) => found(row, /`([a-z]+(?:_[a-z]+)+)`/g));
  expect(codes.length).toBeGreaterThan(80);
  expect(codes.filter((code) => !sources.includes(code))).toEqual([]);
});

test('every call of the marketplace stands in the document of the API', () => {
  const paths = found(marketplace, /path: '\/api(\/marketplace\/[^']+)'/g);
  expect(paths.length).toBeGreaterThan(60);
  // A row may name several calls by the parts in which they differ.
  const written = (path: string) => [path, path.replace('/marketplace', '')].map((one) => one.replace(/:\w+/g, '<id>'));
  const plain = document.replace(/[{<](?:\w+)[}>]/g, '<id>');
  const isWritten = (path: string) =>
    written(path).some((one) => plain.includes(one)) || plain.includes(`…${path.slice(path.lastIndexOf('/'))}`);
  expect(paths.filter((path) => !isWritten(path))).toEqual([]);
});

/** What the document says of a collection: the rows of tables that begin with its name, and the sections of `Records` that name it, as a row's "see below". */
function textOf(collection: string): string {
  const rows = document.split('\n').filter((line) => line.startsWith('| `') && names(line.split(' | ')[0], collection));
  const sections = document
    .slice(document.indexOf('\n### Writing to each other'), document.indexOf('\n## Other reads'))
    .split(/^(?=###? )/m)
    .filter((section) => names(section, collection));
  return [...rows, ...sections].join('\n');
}

const names = (text = '', collection: string) => new RegExp(`[\`/]${collection}[\`/]`).test(text);

test('every collection of the product stands in the document of the API, and with it the name of each field and value that somebody sees', () => {
  const missing = marketplaceCollections.flatMap(({ name, fields }) => {
    const text = textOf(name);
    return fields
      .filter(
        (field) => !field.hidden && !field.name.startsWith('_') && !['id', 'created', 'updated'].includes(field.name),
      )
      .flatMap((field) => [field.name, ...(field.type === 'select' ? field.values : [])])
      .filter((word) => !new RegExp(`\\b${word}\\b`).test(text))
      .map((word) => `${name}: ${word}`);
  });
  expect(missing).toEqual([]);
  expect(marketplaceCollections.filter(({ name }) => !textOf(name))).toEqual([]);
});

test('every account of the ledger stands in the document of the API', () => {
  const money = readFileSync(join(root, 'docs/money.md'), 'utf8');
  const accounts = found(money, /^\| `([a-z_]+(?::<[a-z]+>)?)` \| /gm);
  expect(accounts.length).toBeGreaterThan(8);
  expect(accounts.filter((account) => !document.includes(`\`${account.replace(/:.*/, '')}`))).toEqual([]);
});
