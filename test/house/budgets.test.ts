import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { budgetNames } from '#engine/limits/budgets.ts';
import { listFiles, root } from '../support/list-files.ts';

/** They ask how budgets are set, and name some as an example. */
const general = ['src/engine/limits/budgets.test.ts', 'src/engine/settings/read-stored-settings.test.ts'];

test('every bound of the handbook’s table is named in a test, which asks for it at its limit and for one more', () => {
  const texts = listFiles(['src', 'test'])
    .filter((path) => path.endsWith('.test.ts') && !path.startsWith('test/house/') && !general.includes(path))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const isNamed = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(budgetNames.filter((name) => !isNamed(name))).toEqual([]);
});
