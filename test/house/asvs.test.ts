import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id = '', state = '', text = ''] = /^\| (\d+\.\d+\.\d+) \| (\w+) \| (.*) \|$/.exec(line) ?? [];
    return id === '' ? [] : [{ id, state, text }];
  });

test('[10.3] every requirement of ASVS 5.0 up to level 2 has its line, and every file that shows one is there', () => {
  // So many the standard has of levels 1 and 2.
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
  const states = ['met', 'partly', 'operator', 'none'];
  expect(rows.filter(({ state, text }) => !states.includes(state) || text === '')).toEqual([]);
  const named = rows.flatMap(({ text }) =>
    [...text.matchAll(/`((?:src|test|docs|db|bench)\/[^`]+)`/g)].map(([, path = '']) => path),
  );
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
