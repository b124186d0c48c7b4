import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', tests = ''] = /^\| \[(10\.1\.\d+)\] \| .* \| (.*) \|$/.exec(line) ?? [];
    return number === '' ? [] : [{ number, files: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }];
  });

test('[10.3] each weakness that a review found has its line, and each file named there a test with its number', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, index) => `10.1.${index + 1}`));
  const without = rows.flatMap(({ number, files }) =>
    files.filter((path) => !readFileSync(join(root, path), 'utf8').includes(`[${number}]`)),
  );
  expect(without).toEqual([]);
});
