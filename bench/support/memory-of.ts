import { readFileSync } from 'node:fs';

/** Every process below one, at any depth. */
export function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const own = listed === '' ? [] : listed.split(' ').map(Number);
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}

/**
 * Memory of processes in megabytes: what each has alone, and its part of what it shares (Pss), so that the buffers that all processes of a database
 * share count once.
 */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = [...new Set(pids)].map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, value) => sum + value, 0) / 1024);
}
