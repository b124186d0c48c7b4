import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ServerAccount } from './server-account.ts';

/**
 * The folder of the database's socket, open to the server's account alone: whoever reaches the socket is let in. Its path is short
 * whatever the data folder's is (a socket's may have 107 bytes) and the same at each start.
 */
export function prepareSocketFolder(dataDir: string, account: ServerAccount): string {
  const name = `kerbside-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  // Where we may write to /run nobody else can have taken the name.
  const parents = ['/run', '/tmp'].filter(isWritable);
  for (const parent of parents) {
    const folder = join(parent, name);
    if (claim(folder, account)) {
      // Its rights were set just now.
      removeLeftFolders(parent, lstatSync(folder).ctimeMs);
      return folder;
    }
  }
  const folder = mkdtempSync(join('/tmp', `${name}-`));
  claim(folder, account);
  return folder;
}

/** No start takes so long. */
const leftAfterMs = 3_600_000;

/**
 * Removes the folders of servers that were killed: a day of starts and kills leaves dozens. One with a socket in it stays, and so does one of the last
 * hour, whose server may be about to make its socket. `nowMs` is the machine's time in epoch milliseconds.
 */
export function removeLeftFolders(parent: string, nowMs: number): void {
  for (const name of readdirSync(parent)) {
    if (!/^kerbside-[0-9a-f]{12}(?:-\w{6})?$/.test(name)) continue;
    const folder = join(parent, name);
    const stats = lstatSync(folder, { throwIfNoEntry: false });
    if (stats?.isDirectory() && nowMs - stats.mtimeMs > leftAfterMs) removeSocketFolder(folder);
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True when the folder is there in the end, a real folder, and ours or the server account's; its rights are then set. */
function claim(folder: string, account: ServerAccount): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    if (!stats.isDirectory() || (stats.uid !== account.uid && stats.uid !== process.getuid?.())) return false;
    if (account.become === 'switch') chownSync(folder, account.uid, account.gid);
    chmodSync(folder, 0o700);
    return true;
  } catch {
    return false;
  }
}

/** Removes the folder of a server that has stopped. */
export function removeSocketFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something is left in it, or it lies where we may not remove it: the next start uses it again.
  }
}
