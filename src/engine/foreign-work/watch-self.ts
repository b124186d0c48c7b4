import { parentPort, workerData } from 'node:worker_threads';
import type { WorkLimits } from './foreign-work.ts';

/*
 * A thread in a process that does foreign work. It kills the whole process when the work exceeds its limits, and when the server is gone. The working thread cannot
 * watch itself: it may be in an endless loop.
 */

const lookEveryMs = 20;
const idleEveryMs = 1000;

const server: number = workerData;
let limits: WorkLimits | undefined;
let beganMs = 0;

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function isOver({ withinMs, memoryMb }: WorkLimits): boolean {
  return usedMs() - beganMs > withinMs || process.memoryUsage.rss() > memoryMb * 1024 * 1024;
}

let timer: NodeJS.Timeout;

function look(): void {
  if (process.ppid !== server || (limits && isOver(limits))) process.kill(process.pid, 'SIGKILL');
  clearTimeout(timer);
  timer = setTimeout(look, limits ? lookEveryMs : idleEveryMs);
}

parentPort?.on('message', (next: WorkLimits | undefined) => {
  limits = next;
  beganMs = usedMs();
  look();
});
timer = setTimeout(look, idleEveryMs);
