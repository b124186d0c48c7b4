import { statfs } from 'node:fs/promises';
import { NoBackup } from './judge-parts.ts';

const leftFree = 64 * 1024 * 1024;
const mebibyte = 1024 * 1024;

/** How many bytes the disk that holds `folder` takes, beyond what the server itself needs to go on. */
export async function findRoom(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.max(0, bavail * bsize - leftFree);
}

/** Throws `NoBackup` where the disk that holds `folder` has no room for so many bytes. */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const room = await findRoom(folder);
  if (bytes <= room) return;
  const [needs, has] = [bytes, room].map((each) => Math.ceil(each / mebibyte));
  throw new NoBackup(`It needs ${needs} MiB, and the disk has room for ${has}.`);
}
