import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rightsTable } from './rights-table.ts';

test('the documented table of who may write and see each field is what the collections say', async () => {
  const path = join(import.meta.dirname, '../../docs/rights.md');
  if (process.env.UPDATE_DOCS) await writeFile(path, rightsTable());
  expect(await readFile(path, 'utf8')).toBe(rightsTable());
});
