import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { privateFile } from '../../private-paths.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { bootId, findProcess } from './process-facts.ts';

/** Who holds a data folder. Pid, start and boot together name one process for good; a pid alone is given out again. */
type Holder = { pid: number; startTicks: number; bootId: string; since: string };

const lockName = 'server.lock';

/**
 * Makes this process the only one that works on `dataDir` until the returned function is called. Throws one sentence that says who
 * holds it when somebody does. A holder that died without letting go is noticed and replaced. Two processes of this product that
 * both replace the same dead holder are told apart by the rename; PostgreSQL's own lock stands behind this one.
 */
export function holdDataDir(dataDir: string, nowMs: number = Date.now()): () => void {
  const lock = join(dataDir, lockName);
  const mine = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const text = JSON.stringify(describeOurselves(nowMs));
  writeFileSync(mine, text, { mode: privateFile });
  try {
    while (!tryLink(mine, lock)) {
      const found = read(lock);
      // Gone between the two looks.
      if (found === undefined) continue;
      const holder = parse(found);
      if (holder && isAlive(holder)) throw heldError(dataDir, holder);
      putAside(lock, found);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  removeLeftovers(dataDir);
  return () => {
    if (read(lock) === text) rmSync(lock, { force: true });
  };
}

function describeOurselves(nowMs: number): Holder {
  const startTicks = findProcess(process.pid)?.startTicks ?? 0;
  return { pid: process.pid, startTicks, bootId: bootId(), since: new Date(nowMs).toISOString() };
}

/** A link appears with its content in one step, and only when the name is free. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined for text that is no lock of ours, such as one cut off by a power failure. */
function parse(text: string): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<Holder>;
    if (typeof holder.pid !== 'number' || typeof holder.since !== 'string') return undefined;
    return { pid: holder.pid, startTicks: holder.startTicks ?? 0, bootId: holder.bootId ?? '', since: holder.since };
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.bootId !== bootId()) return false;
  const facts = findProcess(holder.pid);
  return facts !== undefined && !facts.isZombie && facts.startTicks === holder.startTicks;
}

/** Removes the dead holder's lock, but not one that somebody put there after we read it. */
function putAside(lock: string, dead: string): void {
  const aside = `${lock}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== dead) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

/** Drafts of locks that starts which were killed at that very moment left behind. */
function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = name.startsWith(`${lockName}.`) ? Number(name.split('.')[2]) : Number.NaN;
    if (pid > 0 && !findProcess(pid)) rmSync(join(dataDir, name), { force: true });
  }
}

function heldError(dataDir: string, holder: Holder): EmbeddedPostgresError {
  const since = holder.since.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  const who = holder.pid === process.pid ? 'this process' : `the process ${holder.pid}`;
  return new EmbeddedPostgresError(
    `${dataDir} is in use by ${who} since ${since}. Stop that one first, or give this one another DATA_DIR.`,
  );
}
