import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from '#engine/files/file-store.ts';
import { createLocalFileStore } from '#engine/files/local-file-store.ts';
import { zipOwnData } from './zip-own-data.ts';

const mebibyte = 1024 * 1024;
let folder = '';
let store: FileStore;
const files = Array.from({ length: 30 }, (_, place) => ({ key: `c/r/${place}.txt`, name: `files/${place}.txt` }));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-own-'));
  store = createLocalFileStore(folder);
  for (const { key } of files) await store.put(key, Buffer.alloc(mebibyte, key), 'text/plain');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files of the store that this process has open. */
async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  const paths = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(folder));
}

const bytesRead = async () => Number(/^rchar: (\d+)$/m.exec(await readFile('/proc/self/io', 'utf8'))?.[1]);

describe('a download of one’s own data', () => {
  test('has every file, and where one is gone, nothing in its place', async () => {
    const some = [...files.slice(0, 2), { key: 'c/r/gone.txt', name: 'files/gone.txt' }];
    const bytes = await buffer(zipOwnData(store, { data: { a: 1 }, files: some }));
    for (const name of ['README.txt', 'data.json', ...some.map((file) => file.name)])
      expect(bytes.includes(name)).toBe(true);
    expect(bytes.length).toBeGreaterThan(2 * mebibyte);
    expect(bytes.length).toBeLessThan(2.01 * mebibyte);
  });

  test.runIf(process.platform === 'linux')(
    '[11.11] is read from the store no faster than it is taken, and leaves no file open when it is given up',
    async () => {
      const before = await bytesRead();
      const zip = zipOwnData(store, { data: {}, files });
      await new Promise((resolve) => zip.once('readable', resolve));
      await expect.poll(openFiles).toHaveLength(1);
      expect((await bytesRead()) - before).toBeLessThan(5 * mebibyte);
      zip.destroy();
      await expect.poll(openFiles).toEqual([]);
    },
  );

  test('[11.3] breaks off with the error of a file that can’t be read, which is nobody else’s', async () => {
    const open: FileStore['open'] = async (key) => {
      const file = await store.open(key);
      return file && { ...file, read: () => file.read(0, 10).destroy(new Error('The disk is broken.')) };
    };
    await expect(buffer(zipOwnData({ open }, { data: {}, files }))).rejects.toThrow('The disk is broken.');
    const refuses = () => Promise.reject(new Error('The bucket is away.'));
    await expect(buffer(zipOwnData({ open: refuses }, { data: {}, files }))).rejects.toThrow('The bucket is away.');
  });
});
