import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makePrivateFolder } from './backup-store.ts';

const prefix = '.unfinished-';
const strangersMs = 24 * 60 * 60_000;

/** Those that this process uses, for whichever of its servers. */
const used = new Set<string>();

/** Folders for what is not finished yet, beside the finished backups: `use` takes one, and `sweep` removes those that a crash left behind. */
export type UnfinishedFolders = {
  use: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  sweep: () => Promise<void>;
};

/** Unfinished folders below `folder`. Their names say which process of which machine made them. */
export function createUnfinishedFolders(folder: string): UnfinishedFolders {
  const host = hostname().replace(/[^\w-]/g, '_');
  return {
    async use(work) {
      await makePrivateFolder(folder);
      const unfinished = await mkdtemp(join(folder, `${prefix}${host}.${process.pid}.`));
      used.add(unfinished);
      try {
        return await work(unfinished);
      } finally {
        // What can't be removed now is swept later; it must not hide how the work ended.
        await rm(unfinished, { recursive: true, force: true }).catch(() => {});
        used.delete(unfinished);
      }
    },
    async sweep() {
      const names = await readdir(folder).catch(() => []);
      // Times of files are the machine's, not the product's.
      const nowMs = Date.now();
      for (const name of names.filter((each) => each.startsWith(prefix))) {
        const path = join(folder, name);
        if (!used.has(path) && (await isLeft({ name, path, host, nowMs })))
          await rm(path, { recursive: true, force: true });
      }
    },
  };
}

type Found = { name: string; path: string; host: string; nowMs: number };

async function isLeft({ name, path, host, nowMs }: Found): Promise<boolean> {
  const [maker, pid] = name.slice(prefix.length).split('.');
  if (maker === host) return Number(pid) === process.pid || !isRunning(Number(pid));
  // Of another machine that shares the folder nobody knows whether it still runs; no backup takes a day.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < nowMs - strangersMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
