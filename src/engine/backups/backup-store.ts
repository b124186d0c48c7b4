import { createReadStream, openAsBlob } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { S3mini } from 's3mini';
import { privateFile, privateFolder } from '../private-paths.ts';

/** A stored backup. `modifiedMs` is in epoch milliseconds. */
export type StoredBackup = { key: string; size: number; modifiedMs: number };

/** Where backups lie. */
export type BackupStore = {
  list: () => Promise<StoredBackup[]>;
  /** Takes a finished file over, of the same file system as the backups; it is gone from `path` afterwards. */
  put: (key: string, path: string) => Promise<void>;
  open: (key: string) => Promise<{ stream: Readable; size: number } | undefined>;
  delete: (key: string) => Promise<void>;
};

const maxNameBytes = 240;

/** Whether a text can be the name of a stored backup: no path, nothing that cannot be shown, and not that of a folder of unfinished ones. */
export function isBackupName(name: string): boolean {
  const isShown = /^[^\p{Cc}/\\]+$/u.test(name) && Buffer.byteLength(name) <= maxNameBytes;
  return isShown && !/^\.(?:\.?$|unfinished-)/.test(name);
}

/** Makes a folder that nobody but the server's own account may look into. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: privateFolder });
  await chmod(folder, privateFolder);
}

/** Backups in a folder. */
export function createLocalBackupStore(folder: string): BackupStore {
  const pathOf = (key: string) => join(folder, key);
  const sizeOf = async (key: string) =>
    isBackupName(key) ? await stat(pathOf(key)).catch(() => undefined) : undefined;
  return {
    async list() {
      await makePrivateFolder(folder);
      const names = (await readdir(folder)).filter(isBackupName).sort();
      const facts = await Promise.all(names.map(async (key) => ({ key, found: await sizeOf(key) })));
      return facts.flatMap(({ key, found }) =>
        found ? [{ key, size: found.size, modifiedMs: Math.floor(found.mtimeMs) }] : [],
      );
    },
    async put(key, path) {
      await makePrivateFolder(folder);
      await chmod(path, privateFile);
      await rename(path, pathOf(key));
    },
    async open(key) {
      const found = await sizeOf(key);
      return found && { stream: createReadStream(pathOf(key)), size: found.size };
    },
    delete: (key) => rm(pathOf(key)),
  };
}

/** Backups in a bucket. */
export function createS3BackupStore(s3: S3mini): BackupStore {
  return {
    async list() {
      const objects = (await s3.listObjects('/', '')) ?? [];
      return objects.map(({ Key, Size, LastModified }) => ({
        key: Key,
        size: Number(Size),
        modifiedMs: new Date(LastModified).getTime(),
      }));
    },
    async put(key, path) {
      await s3.putAnyObject(key, await openAsBlob(path), 'application/zip');
      await rm(path);
    },
    async open(key) {
      const answer = await s3.getObjectResponse(key);
      if (!answer?.body) return undefined;
      const stream = Readable.fromWeb(answer.body as ReadableStream);
      return { stream, size: Number(answer.headers.get('content-length') ?? 0) };
    },
    async delete(key) {
      await s3.deleteObject(key);
    },
  };
}
