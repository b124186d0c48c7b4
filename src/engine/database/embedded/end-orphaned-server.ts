import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findProcess, findServersIn } from './process-facts.ts';

// A server writes everything out before it ends; on a slow disk that takes its time. Some never end (start-server.ts).
const serverPatienceMs = 15_000;
// Children without a server have nothing to write.
const childPatienceMs = 3_000;
const longestWaitMs = 90_000;

/**
 * Ends what an earlier run left of itself in `cluster`: a server whose parent was killed, its children, and lock files that name a
 * process which is a zombie or has become another program (PostgreSQL takes both for a running server and would refuse to start).
 * Only called by the holder of the data folder, so whatever is found is nobody's.
 */
export async function endOrphanedServer(cluster: string, socketFolder: string, log: Logger): Promise<void> {
  const startMs = performance.now();
  for (let round = 0; ; round++) {
    const pids = findServersIn(cluster);
    if (pids.length === 0) break;
    if (round === 0)
      log.warn({ pids, cluster }, 'A database server of an earlier run is still there; ending it first.');
    const waitedMs = performance.now() - startMs;
    if (waitedMs > longestWaitMs) throw stillThereError(cluster, pids);
    interrupt(pids, lockedPid(cluster), waitedMs);
    await delay(25);
  }
  removeMisleadingLocks(cluster, socketFolder);
}

/**
 * The server ends its children itself. Children without a server, and a server that takes too long, are ended harder: that loses
 * nothing that was confirmed, the next start just begins with a recovery.
 */
function interrupt(pids: readonly number[], serverPid: number | undefined, waitedMs: number): void {
  if (serverPid !== undefined && pids.includes(serverPid)) {
    send(serverPid, waitedMs < serverPatienceMs ? 'SIGINT' : 'SIGQUIT');
    return;
  }
  for (const pid of pids) send(pid, waitedMs < childPatienceMs ? 'SIGQUIT' : 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended meanwhile, or not ours to end: then the wait runs out and says so.
  }
}

function lockedPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function removeMisleadingLocks(cluster: string, socketFolder: string): void {
  for (const name of ['.s.PGSQL.5432.lock', '.s.PGSQL.5432']) rmSync(join(socketFolder, name), { force: true });
  const pidFile = join(cluster, 'postmaster.pid');
  const pid = lockedPid(cluster);
  const isEmpty = statSync(pidFile, { throwIfNoEntry: false })?.size === 0;
  // A pid that nobody has is left to PostgreSQL, which then also looks for shared memory still in use.
  if (isEmpty || (pid !== undefined && findProcess(pid))) rmSync(pidFile, { force: true });
}

function stillThereError(cluster: string, pids: readonly number[]): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A database server of an earlier run (process ${pids.join(', ')}) still works in ${cluster} and does not end. End it, then start again.`,
  );
}
