import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { FileStore } from './file-store.ts';
import { sniffType } from './sniff-type.ts';

/** Keeps files below a folder. A file appears whole or not at all: it is written beside its place and renamed into it. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => {
    const path = join(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`A file key leaves the folder: ${key}`);
    return path;
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
      await writeFile(unfinished, bytes, { flush: true });
      await rename(unfinished, path);
    },
    async get(key) {
      const path = pathOf(key);
      try {
        const [bytes, facts] = await Promise.all([readFile(path), stat(path)]);
        return { bytes, contentType: sniffType(bytes).type, modifiedMs: Math.floor(facts.mtimeMs) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async deletePrefix(prefix) {
      await rm(pathOf(prefix), { force: true, recursive: true });
    },
    async list() {
      await mkdir(root, { recursive: true });
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'));
      return files.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR');
}
