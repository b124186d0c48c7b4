import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/list-files.ts';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = page.split('\n').flatMap((line) => {
  const [, id = '', state = '', text = ''] = /^\| (\d+\.\d+\.\d+) \| ([\w ]+) \| (.*) \|$/.exec(line) ?? [];
  return id === '' ? [] : [{ id, state, text }];
});

test('every requirement of ASVS 5.0 up to level 2 has its line, and every file that shows one is there', () => {
  // So many the standard has of levels 1 and 2.
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
  const states = ['met', 'partly', 'operator', 'not here'];
  expect(rows.filter(({ state, text }) => !states.includes(state) || text === '')).toEqual([]);
  for (const state of states) {
    expect(page).toContain(`**${state}** (${rows.filter((row) => row.state === state).length})`);
  }
  // What is done in part says why it stays so: more than a word or two.
  expect(rows.filter(({ state, text }) => state === 'partly' && text.length < 60)).toEqual([]);
  const named = rows.flatMap(({ text }) =>
    [...text.matchAll(/`((?:src|test|docs|db|bench)\/[^`]+)`/g)].map(([, path = '']) => path),
  );
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
