import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { marketplaceCollections } from '#marketplace/marketplace-collections.ts';
import { listFiles, root } from '../support/list-files.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('every rule of docs/rules.md has a test that names it, and no test names another', () => {
  const rules = [...read('docs/rules.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number));
  const tested = new Set(
    listFiles(['src', 'test'])
      .filter((path) => /\.test\.tsx?$/.test(path))
      .flatMap((path) => [...read(path).matchAll(/['"`(\] ]\[rule (\d+)\]/g)].map(([, number]) => Number(number))),
  );
  // The business's rules end with 33; what follows in that document are facts and promises with numbers of their own.
  const numbers = rules.slice(0, rules.indexOf(33) + 1);
  expect(numbers).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  expect(numbers.filter((number) => !tested.has(number))).toEqual([]);
  expect([...tested].filter((number) => !numbers.includes(number))).toEqual([]);
});

test('[25.24] no call changes whose a record is: what it belongs to is said as it is made', () => {
  const changing = marketplaceCollections
    .filter(({ updateRule }) => updateRule !== null)
    .flatMap(({ name, fields }) => fields.map((field) => ({ ...field, name: `${name}.${field.name}` })))
    .filter(({ type, decided }) => type === 'relation' && !(decided && (decided.by === null || decided.isFinal)));
  expect(changing.map(({ name }) => name)).toEqual([]);
});
