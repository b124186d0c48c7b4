import { spawn } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { chmod, chown, lchown, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { accountCommand } from './account-command.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findMakersIn } from './process-facts.ts';
import type { ServerAccount } from './server-account.ts';
import type { SystemTools } from './system-tools.ts';

export type MakeClusterOptions = {
  cluster: string;
  initdb: string;
  account: ServerAccount;
  tools: SystemTools;
  user: string;
  /** False only for throw-away data: skips the flush to disk. */
  isDurable: boolean;
};

const halfMade = '.making-';

/**
 * Makes a new, empty database cluster at `cluster` unless one is there. It is built beside its place and renamed when whole, so a
 * start that was cut off leaves nothing that looks like a database; what such a start left behind is removed.
 */
export async function makeCluster(options: MakeClusterOptions): Promise<void> {
  const { cluster } = options;
  await removeHalfMade(cluster);
  if (existsSync(cluster)) return takeOver(cluster, options.account);
  const folder = await mkdtemp(`${cluster}${halfMade}`);
  try {
    await chmod(folder, 0o700);
    if (options.account.become === 'switch') await chown(folder, options.account.uid, options.account.gid);
    await runInitdb(options, folder);
    await rename(folder, cluster);
    if (options.isDurable) await flushFolder(dirname(cluster));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Gives an existing cluster to the account that will run it, or says why that account can't. */
async function takeOver(cluster: string, account: ServerAccount): Promise<void> {
  const { uid } = await stat(cluster);
  if (uid === account.uid) return;
  if (account.become !== 'switch') {
    throw new EmbeddedPostgresError(
      `The database in ${cluster} belongs to the account number ${uid}, and the server was started by number ${account.uid}. Start it as that account or as root.`,
    );
  }
  for (const name of await readdir(cluster, { recursive: true })) {
    await lchown(join(cluster, name), account.uid, account.gid);
  }
  // Last, so that a cut-off change of owner is begun again.
  await lchown(cluster, account.uid, account.gid);
}

async function removeHalfMade(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}${halfMade}`;
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(dirname(cluster), name);
    // An initdb may outlive its parent by a moment and would go on writing there.
    for (const pid of findMakersIn(folder)) endNow(pid);
    // What still stays then is removed by the next start.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

async function runInitdb(options: MakeClusterOptions, folder: string): Promise<void> {
  const args = [
    // The folder by way of the working directory: its full path may lead through folders closed to the account.
    ...['-D', '/proc/self/cwd', '-U', options.user, '--auth=trust', '-E', 'UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(options.isDurable ? [] : ['--no-sync']),
  ];
  const command = accountCommand(options.account, options.tools, options.initdb, args);
  const { code, output } = await new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command.program, command.args, {
      ...command.options,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    const collect = (chunk: Buffer) => {
      text += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ code: exitCode, output: text }));
  });
  if (code === 0) return;
  if (isDiskFull(folder) || /no space left/i.test(output)) throw diskFullError(dirname(options.cluster));
  const lastLines = output.trim().split('\n').slice(-3).join(' ');
  throw new EmbeddedPostgresError(`The database could not be made in ${options.cluster}: ${lastLines}`);
}

/** True when less than one write-ahead segment fits on the disk that holds `folder`. */
export function isDiskFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 16 * 1024 * 1024;
}

/** The sentence for a full disk. */
export function diskFullError(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that holds ${folder} is full. Free some space and start again; nothing that was confirmed is lost.`,
  );
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
