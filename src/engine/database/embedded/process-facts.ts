import { readdirSync, readFileSync, statSync } from 'node:fs';

export type ProcessFacts = {
  pid: number;
  parentPid: number;
  /** The program's short name, such as `postgres` or `node`. */
  command: string;
  /** Ended, but its parent never asked for its exit code. A signal 0 still finds it. */
  isZombie: boolean;
  /** Clock ticks from the machine's start to the process's; with the pid it names one process for good. */
  startTicks: number;
};

/** What the machine knows of a process, or undefined when there is none. Linux only. */
export function findProcess(pid: number): ProcessFacts | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name stands in parentheses and may hold spaces and parentheses itself.
  const nameEnd = text.lastIndexOf(')');
  const rest = text.slice(nameEnd + 2).split(' ');
  return {
    pid,
    parentPid: Number(rest[1]),
    command: text.slice(text.indexOf('(') + 1, nameEnd),
    isZombie: rest[0] === 'Z' || rest[0] === 'X',
    startTicks: Number(rest[19]),
  };
}

/**
 * Ids of live `postgres` processes that work in the cluster `folder`, whatever path they know it by. Where we may not see a process's
 * folder (root in a container without the right to trace), it counts when it has the cluster's owner and either is the one that the
 * cluster's lock file names or has lost its parent.
 */
export function findServersIn(folder: string): number[] {
  const cluster = statSync(folder);
  const lockedPid = Number(readText(`${folder}/postmaster.pid`)?.split('\n')[0]);
  return listProcessIds().filter((pid) => {
    const facts = findProcess(pid);
    if (!facts || facts.isZombie || facts.command !== 'postgres') return false;
    try {
      const found = statSync(`/proc/${pid}/cwd`);
      return found.dev === cluster.dev && found.ino === cluster.ino;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
      return ownerOf(pid) === cluster.uid && (pid === lockedPid || isOrphanedChild(facts));
    }
  });
}

/** Ids of live processes of PostgreSQL's programs whose working directory is `folder`, as far as we may see. */
export function findMakersIn(folder: string): number[] {
  const wanted = statSync(folder, { throwIfNoEntry: false });
  return listProcessIds().filter((pid) => {
    const facts = findProcess(pid);
    if (!wanted || !facts || facts.isZombie || !['initdb', 'postgres'].includes(facts.command)) return false;
    try {
      const found = statSync(`/proc/${pid}/cwd`);
      return found.dev === wanted.dev && found.ino === wanted.ino;
    } catch {
      return false;
    }
  });
}

/** Text that changes with each start of the machine, so that process ids of an earlier run are not taken for new ones. */
export function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}

/** A server's children are titled `postgres: …`; one whose parent is no postgres has outlived its server. */
function isOrphanedChild(facts: ProcessFacts): boolean {
  if (!readText(`/proc/${facts.pid}/cmdline`)?.startsWith('postgres: ')) return false;
  const parent = findProcess(facts.parentPid);
  return !parent || parent.isZombie || parent.command !== 'postgres';
}

function ownerOf(pid: number): number | undefined {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid;
}

function listProcessIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
