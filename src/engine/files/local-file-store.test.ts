import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalFileStore } from './local-file-store.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-store-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('[11.15] a file that could not be stored leaves nothing behind', async () => {
  const store = createLocalFileStore(folder);
  // Its place is taken by a folder, so that it can be written but not be put there.
  await mkdir(join(folder, 'c', 'r', 'paper.txt', 'inside'), { recursive: true });
  await expect(store.put('c/r/paper.txt', Buffer.from('words'), 'text/plain')).rejects.toThrow();
  expect(await readdir(join(folder, 'c', 'r'))).toEqual(['paper.txt']);
});

test('a file is opened as what it is, however long it is', async () => {
  const store = createLocalFileStore(folder);
  const json = Buffer.from(`[${'"kerbside",'.repeat(2000)}1]`);
  await store.put('c/r/a.json', json, 'application/json');
  expect(await store.open('c/r/a.json')).toMatchObject({ size: json.length, contentType: 'application/json' });
  await store.put('c/r/empty', Buffer.alloc(0), 'text/plain');
  const empty = await store.open('c/r/empty');
  expect(empty?.size).toBe(0);
  expect(await empty?.read(0, 0).toArray()).toEqual([]);
  expect(await store.open('c/r/missing')).toBeUndefined();
  expect(await store.open('c/r')).toBeUndefined();
});
