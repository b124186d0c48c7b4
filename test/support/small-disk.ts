import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this account may make disks of its own; says so when not. */
export const canMount = tryMount();
if (!canMount) console.warn('Skipped: full disks, because this account may not mount a small one.');

/** Gives a folder a disk of its own of so many kilobytes. Returns what takes it away again. */
export function mountSmallDisk(folder: string, kilobytes: number): () => void {
  mkdirSync(folder, { recursive: true });
  mount(['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=777`, 'tmpfs', folder]);
  return () => void spawnSync('umount', ['-l', folder]);
}

/** Makes such a disk larger or smaller. */
export function resizeSmallDisk(folder: string, kilobytes: number): void {
  mount(['-o', `remount,size=${kilobytes}k`, folder]);
}

/** Lets nobody write to such a disk any longer, root included. */
export function makeDiskReadOnly(folder: string): void {
  mount(['-o', 'remount,ro', folder]);
}

function mount(args: string[]): void {
  const result = spawnSync('mount', args);
  if (result.status !== 0) throw new Error(String(result.stderr));
}

function tryMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0;
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}
