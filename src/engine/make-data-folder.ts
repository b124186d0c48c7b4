import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from './clock.ts';
import { privateFile, privateFolder } from './private-paths.ts';

/** The folder that was configured cannot be used. Its message is for who starts the server. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Makes the folder that everything is kept in where it is missing, and answers its real path. Throws a sentence when it is not to be used. */
export async function makeDataFolder(path: string): Promise<string> {
  try {
    makeFolders(resolve(path));
    await tryWriting(path).catch((error: unknown) => {
      // A full disk has a sentence of its own, where the space is needed.
      if (codeOf(error) !== 'ENOSPC') throw error;
    });
    return realpathSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataFolderError(`The data folder ${path} can't be used: ${reason}. Set DATA_DIR to another one.`, {
      cause: error,
    });
  }
}

// One folder after the other: Node's own way tries for ever where a disk such as /proc says that what it was asked to make is missing.
function makeFolders(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error(`${path} is no folder`);
    return;
  }
  makeFolders(dirname(path));
  mkdirSync(path, { mode: privateFolder });
}

// What the rights of the folder say is not enough: root may write everywhere but on a disk that is read-only.
async function tryWriting(folder: string): Promise<void> {
  // Several servers may share the folder.
  const trial = join(folder, `.writable-${process.pid}`);
  try {
    await writeFile(trial, '', { mode: privateFile });
  } finally {
    await rm(trial, { force: true });
  }
}

/** Whether files can be written (`findWriteFault`). */
export type FolderWatch = { fault: () => Promise<string | undefined> };

const againMs = 5000;

/** Tries to write into a folder when asked, every five seconds at most: whoever asks whether a server is ready asks often. */
export function watchFolder(folder: string, clock: Clock): FolderWatch {
  let last: { atMs: number; fault: Promise<string | undefined> } | undefined;
  return {
    fault() {
      const nowMs = clock.nowMs();
      if (!last || Math.abs(nowMs - last.atMs) >= againMs) last = { atMs: nowMs, fault: findWriteFault(folder) };
      return last.fault;
    },
  };
}

/** Why no file can be written into a folder: the system's code, such as EROFS; undefined where one can. */
export function findWriteFault(folder: string): Promise<string | undefined> {
  return tryWriting(folder).then(() => undefined, codeOf);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
