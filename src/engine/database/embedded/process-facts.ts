import { readdirSync, readFileSync, statSync } from 'node:fs';

export type ProcessFacts = {
  pid: number;
  /** The program's short name, such as `postgres` or `node`. */
  command: string;
  /** Ended, but its parent never asked for its exit code. A signal 0 still finds it. */
  isZombie: boolean;
  /** Clock ticks from the machine's start to the process's; with the pid it names one process for good. */
  startTicks: number;
};

/** What the machine knows of a process, or undefined when there is none. Linux only. */
export function findProcess(pid: number): ProcessFacts | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name stands in parentheses and may hold spaces and parentheses itself.
  const nameEnd = text.lastIndexOf(')');
  const command = text.slice(text.indexOf('(') + 1, nameEnd);
  const rest = text.slice(nameEnd + 2).split(' ');
  const state = rest[0] ?? '';
  return { pid, command, isZombie: state === 'Z' || state === 'X', startTicks: Number(rest[19]) };
}

/** Ids of live `postgres` processes that work in `folder`, whatever path they know it by. */
export function findServersIn(folder: string): number[] {
  const wanted = statSync(folder);
  return listProcessIds().filter((pid) => {
    const facts = findProcess(pid);
    if (!facts || facts.isZombie || facts.command !== 'postgres') return false;
    try {
      const found = statSync(`/proc/${pid}/cwd`);
      return found.dev === wanted.dev && found.ino === wanted.ino;
    } catch {
      // It ended meanwhile, or belongs to somebody else and so is not ours.
      return false;
    }
  });
}

/** Text that changes with each start of the machine, so that process ids of an earlier run are not taken for new ones. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

function listProcessIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}
