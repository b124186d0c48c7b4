import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataFolder, watchFolder } from './make-data-folder.ts';

test('a folder is made with all that lead to it, and found again', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'kerbside-folder-'));
  const path = join(parent, 'a', 'b');
  expect(await makeDataFolder(path)).toBe(await makeDataFolder(`${path}/../b/`));
  expect(statSync(path).isDirectory()).toBe(true);
  rmSync(parent, { recursive: true });
});

test.each([
  // Node's own mkdir of all folders at once never ends there.
  '/proc/1/data',
  join(import.meta.filename, 'data'),
  import.meta.filename,
  '/dev/null',
  `/tmp/${'x'.repeat(300)}`,
])('[11.15] a folder that can not be is a sentence: %s', async (path) => {
  await expect(makeDataFolder(path)).rejects.toThrow(
    /^The data folder .* can't be used: .*\. Set DATA_DIR to another one\.$/s,
  );
});

test('a folder that can be written no more is found within five seconds, and so is its return', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'kerbside-folder-'));
  const path = join(parent, 'data');
  let nowMs = 0;
  const watch = watchFolder(path, { nowMs: () => nowMs });
  mkdirSync(path);
  expect(await watch.fault()).toBeUndefined();
  expect(readdirSync(path)).toEqual([]);
  rmSync(path, { recursive: true });
  nowMs = 4999;
  expect(await watch.fault()).toBeUndefined();
  nowMs = 5000;
  expect(await watch.fault()).toBe('ENOENT');
  mkdirSync(path);
  nowMs = 10_000;
  expect(await watch.fault()).toBeUndefined();
  rmSync(parent, { recursive: true });
});
