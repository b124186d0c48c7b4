import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { privateFile, privateFolder } from '../private-paths.ts';
import type { FileStore } from './file-store.ts';
import { lookAtFile } from './look-at-file.ts';
import { sniffType } from './sniff-type.ts';

/** Keeps files below a folder. A file appears whole or not at all: it is written beside its place and renamed into it. */
export function createLocalFileStore(folder: string): FileStore {
  const root = resolve(folder);
  const pathOf = (key: string) => {
    const path = join(root, key);
    if (!path.startsWith(root + sep)) throw new Error(`A file key leaves the folder: ${key}`);
    return path;
  };
  async function place(key: string, write: (unfinished: string) => Promise<void>): Promise<void> {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: privateFolder });
    const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`;
    try {
      await write(unfinished);
      await rename(unfinished, path);
    } catch (error) {
      // What a full disk took of it would stay for ever, on a disk that is full.
      await rm(unfinished, { force: true });
      throw error;
    }
  }
  return {
    put: (key, bytes) => place(key, (unfinished) => writeFile(unfinished, bytes, { flush: true, mode: privateFile })),
    async take(key, path) {
      await place(key, async (unfinished) => {
        await chmod(path, privateFile);
        // Another disk may hold it.
        await rename(path, unfinished).catch(() => copyFile(path, unfinished));
      });
      await rm(path, { force: true });
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
    async open(key) {
      const path = pathOf(key);
      try {
        const { size, mtimeMs, contentType } = await lookAtFile(path);
        return {
          size,
          contentType,
          modifiedMs: Math.floor(mtimeMs),
          read: (from, length) =>
            length > 0 ? createReadStream(path, { start: from, end: from + length - 1 }) : Readable.from([]),
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async stream(key) {
      const path = pathOf(key);
      try {
        return (await open(path)).createReadStream();
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
      await mkdir(root, { recursive: true, mode: privateFolder });
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'));
      return files.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR');
}
