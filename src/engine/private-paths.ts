import { chmod, lstat, opendir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** The modes of what we keep on disk: for the account that runs the server, and for no other of the machine. */
export const privateFile = 0o600;
export const privateFolder = 0o700;

const others = 0o077;
const mayPassThrough = 0o011;

/** Copies of PostgreSQL's programs, which hold nothing of anybody and are run by an account of their own (database/embedded/postgres-binaries.ts). */
const programs = 'programs';

/** A file or folder that other accounts of the machine may do something with; `mode` is the one that it should have. */
export type OpenPath = { path: string; mode: number };

/**
 * What other accounts may do something with in a data folder: the folder itself and all that is in it. `isShallow` asks only for the folder and what
 * lies in it directly, which costs nothing at a start; below a closed folder nobody gets anywhere.
 */
export async function* findOpenPaths(dataDir: string, { isShallow = false } = {}): AsyncGenerator<OpenPath> {
  const root = await realpath(dataDir).catch(() => undefined);
  if (root === undefined) return;
  const hasPrograms = (await lstat(join(root, programs)).catch(() => undefined))?.isDirectory() === true;
  yield* openOf(root, hasPrograms ? mayPassThrough : 0);
  for (const name of await namesIn(root)) {
    if (name === programs) continue;
    // An operator may have put one of the folders on another disk.
    const path = await realpath(join(root, name)).catch(() => undefined);
    if (path !== undefined) yield* isShallow ? openOf(path) : allOpenIn(path);
  }
}

/** Gives each of a data folder's paths the mode that it should have, and answers how many had another. */
export async function closePaths(dataDir: string): Promise<number> {
  let count = 0;
  for await (const { path, mode } of findOpenPaths(dataDir)) {
    await chmod(path, mode);
    count++;
  }
  return count;
}

async function* allOpenIn(path: string): AsyncGenerator<OpenPath> {
  yield* openOf(path);
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return;
  for (const name of await namesIn(path)) yield* allOpenIn(join(path, name));
}

async function* openOf(path: string, allowed = 0): AsyncGenerator<OpenPath> {
  const found = await lstat(path).catch(() => undefined);
  // The mode of a link says nothing, and a socket belongs to the program that listens there.
  if (!found?.isFile() && !found?.isDirectory()) return;
  const mode = found.mode & 0o7777;
  if ((mode & others & ~allowed) !== 0) yield { path, mode: mode & ~(others & ~allowed) };
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  // A folder that is removed meanwhile, as those of unfinished backups are, has nothing in it.
  const entries = await opendir(folder).catch(() => undefined);
  if (entries) for await (const { name } of entries) names.push(name);
  return names;
}
