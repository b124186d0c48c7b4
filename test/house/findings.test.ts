import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', tests = ''] = /^\| \[(10\.1\.\d+|(?:11|25|26)\.\d+)\] \| .* \| (.*) \|$/.exec(line) ?? [];
    return number === '' ? [] : [{ number, files: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }];
  });

const upTo = (last: number, prefix: string) => Array.from({ length: last }, (_, index) => `${prefix}.${index + 1}`);

test('each weakness that a review found has its line, and each file named there a test with its number', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers.slice(0, 29)).toEqual([...upTo(14, '10.1'), ...upTo(15, '11')]);
  const later = numbers.slice(29);
  expect(later).toEqual([...new Set(later)].sort((one, two) => one.localeCompare(two, 'en', { numeric: true })));
  const without = rows.flatMap(({ number, files }) =>
    files.filter((path) => !readFileSync(join(root, path), 'utf8').includes(`[${number}]`)),
  );
  expect(without).toEqual([]);
});
