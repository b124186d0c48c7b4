import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findServersIn } from '#engine/database/embedded/process-facts.ts';
import type { SystemTools } from '#engine/database/embedded/system-tools.ts';
import { root } from './list-files.ts';

export type LaunchOptions = {
  dataDir: string;
  tools?: SystemTools;
  packageFolder?: string;
  /** Starts the process as another account; needs root. */
  uid?: number;
  /** Put before the command, such as `['unshare', '--map-root-user']`. */
  prefix?: string[];
};

export type Launched = {
  process: ChildProcess;
  pid: number;
  dataDir: string;
  /** What it said at last: that it is ready, or one sentence. Undefined when it was killed before. */
  outcome: Promise<{ connection: pg.ClientConfig } | { message: string } | undefined>;
  ended: Promise<number | null>;
};

export const isRoot = process.getuid?.() === 0;

const script = join(import.meta.dirname, 'launcher-process.ts');
const launched: Launched[] = [];
const folders: string[] = [];
const undoings: Array<() => void> = [];

/** Starts a process that runs an embedded database on `dataDir`. */
export function launch(options: LaunchOptions): Launched {
  const args = ['--data', options.dataDir];
  if (options.tools) args.push('--tools', JSON.stringify(options.tools));
  if (options.packageFolder) args.push('--package', options.packageFolder);
  const [program = process.execPath, ...rest] = [...(options.prefix ?? []), process.execPath, script, ...args];
  const child = spawn(program, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const outcome = new Promise<Awaited<Launched['outcome']>>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => resolve(JSON.parse(line)));
    void ended.then(() => resolve(undefined));
  });
  const result: Launched = { process: child, pid: child.pid ?? 0, dataDir: options.dataDir, outcome, ended };
  launched.push(result);
  return result;
}

/** The connection of a process that must have become ready. */
export async function readyConnection(running: Launched): Promise<pg.ClientConfig> {
  const outcome = await running.outcome;
  if (outcome && 'connection' in outcome) return outcome.connection;
  throw new Error(`It did not start: ${outcome?.message ?? 'it ended without a word'}`);
}

/** The sentence of a process that must have refused to start, once it has ended. */
export async function refusal(running: Launched): Promise<string> {
  const outcome = await running.outcome;
  if (!outcome || 'connection' in outcome) throw new Error('It started, or ended without a word.');
  await running.ended;
  return outcome.message;
}

/** Ends a process as an operator would and waits for it. */
export async function shutDown(running: Launched): Promise<void> {
  running.process.kill('SIGTERM');
  await running.ended;
}

/** Runs SQL on one connection of its own. */
export async function withClient<T>(connection: pg.ClientConfig, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Rows that a later start must still have: the table `kept` with this number in it. */
export function keep(connection: pg.ClientConfig, number: number): Promise<unknown> {
  return withClient(connection, async (client) => {
    await client.query('create table if not exists kept (number integer)');
    await client.query('insert into kept values ($1)', [number]);
  });
}

export function readKept(connection: pg.ClientConfig): Promise<number[]> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ number: number }>('select number from kept order by number');
    return rows.map((row) => row.number);
  });
}

/** A new folder that every account may enter and write to, removed by `cleanUp`. */
export function makeFolder(mode = 0o777): string {
  const folder = mkdtempSync('/tmp/kerbside-fault-');
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

let madeCluster: Promise<string> | undefined;

/** A new folder with the cluster that a first start makes: to make one anew takes a core half a second. */
export async function makeDataFolder(): Promise<string> {
  madeCluster ??= makeClusterOnce();
  const [folder, made] = [makeFolder(), await madeCluster];
  // Its owner is the account that the database runs as.
  spawnSync('cp', ['-a', clusterOf(made), clusterOf(folder)], { stdio: 'inherit' });
  return folder;
}

async function makeClusterOnce(): Promise<string> {
  // Kept for the files that follow: a worker that is ended by a signal leaves it to the folder of the whole run.
  const dataDir = mkdtempSync(join(tmpdir(), 'kerbside-fault-'));
  chmodSync(dataDir, 0o777);
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const running = launch({ dataDir });
  await readyConnection(running);
  await shutDown(running);
  return dataDir;
}

/** Something that `cleanUp` must do between ending processes and removing folders. */
export function beforeRemoving(undo: () => void): void {
  undoings.push(undo);
}

export const clusterOf = (dataDir: string) => join(dataDir, 'postgres-18');

/** The process id that the server wrote into its lock file. */
export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The same, or nothing while a server that starts has not written the file yet or has just taken the old one away. */
export function serverPidIfAny(dataDir: string): number | undefined {
  try {
    return serverPid(dataDir) || undefined;
  } catch {
    return undefined;
  }
}

/** Kills a process that may have ended by itself. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has.
  }
}

/** Waits until `isTrue` is, asking every 20 ms; the test's own time limit ends it. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Ends every process of the test, its databases too, and removes its folders. Call in `afterEach`. */
export async function cleanUp(): Promise<void> {
  const sockets: string[] = [];
  const dataDirs = new Set(folders);
  for (const running of launched.splice(0)) {
    dataDirs.add(running.dataDir);
    running.process.kill('SIGKILL');
    await running.ended;
    const outcome = await running.outcome;
    if (outcome && 'connection' in outcome && outcome.connection.host) sockets.push(outcome.connection.host);
  }
  // A server that outlives its launcher writes to a folder that is being removed.
  for (const dataDir of dataDirs) {
    if (!existsSync(clusterOf(dataDir))) continue;
    for (const pid of findServersIn(clusterOf(dataDir))) killNow(pid);
    await until(() => findServersIn(clusterOf(dataDir)).length === 0);
  }
  for (const undo of undoings.splice(0)) undo();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const socket of sockets) rmSync(socket, { recursive: true, force: true });
}
