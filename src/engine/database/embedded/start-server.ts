import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { accountCommand } from './account-command.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { diskFullError, isDiskFull } from './make-cluster.ts';
import type { ServerAccount } from './server-account.ts';
import type { SystemTools } from './system-tools.ts';

export type StartServerOptions = {
  cluster: string;
  postgres: string;
  account: ServerAccount;
  tools: SystemTools;
  socketFolder: string;
  logFile: string;
  user: string;
  isDurable: boolean;
};

export type RunningServer = {
  pid: number;
  /** Settles when the process has ended, for whatever reason. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

/**
 * The address space of each of the database's processes; one that does nothing has 200 MiB. A question that needs more fails, says "out of memory" and
 * leaves its connection whole: left alone, one text of a gigabyte takes the machine's memory four times over.
 */
const addressSpaceKib = 1024 * 1024;

const largestLogBytes = 5 * 1024 * 1024;
/**
 * Shorter than what the process gives its closers (`closeInTurn`): a PostgreSQL 18 that is told to stop in the moment in which it begins to recover, as
 * after a disk ran full, never ends by itself, and would be left to the next start.
 */
const fastStopMs = 9_000;

/** Starts PostgreSQL on `cluster` and comes back when it takes connections, after its crash recovery if it needs one. */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const logStart = prepareLog(options.logFile);
  const { shell } = options.tools;
  const direct = [options.postgres, ...serverArguments(options)];
  const [program = options.postgres, ...args] = shell
    ? [shell, '-c', `ulimit -S -v ${addressSpaceKib}; exec "$@"`, shell, ...direct]
    : direct;
  const command = accountCommand(options.account, options.tools, program, args);
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(command.program, command.args, {
    ...command.options,
    cwd: options.cluster,
    // A session of its own: Ctrl-C in the terminal is for us alone, and we end the database last.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let hasEnded = false;
  let spawnError: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      process.off('exit', interrupt);
      resolve();
    };
    child.once('error', (error) => {
      spawnError = error;
      end();
    });
    child.once('exit', end);
  });
  const interrupt = () => void child.kill('SIGINT');
  // For machines without setpriv: at least a start that throws does not leave the database behind.
  process.once('exit', interrupt);
  while (!hasEnded && !(await answers(options))) await Promise.race([delay(20), ended]);
  if (hasEnded) throw startError(options, logStart, spawnError);
  return { pid: child.pid ?? 0, ended, stop: () => stop(child, ended) };
}

/** Nothing outlives the run, several test files have servers of their own at once, and each has so few rows that tidying them is in vain. */
const forTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
};

function serverArguments(options: StartServerOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: options.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '96MB',
    max_wal_size: '512MB',
    min_wal_size: '64MB',
    io_workers: '1',
    // One query, one process: parallel ones need shared memory that small containers do not have, and gain little on few cores.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    // Data lies on flash nowadays, or in memory altogether.
    random_page_cost: '1.1',
    max_logical_replication_workers: '0',
    // The log tells of the server, not of statements: those carry people's data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(options.isDurable ? {} : forTests),
  };
  return ['-D', '/proc/self/cwd', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Sets a log that has grown large aside and returns where this start's lines begin. */
function prepareLog(logFile: string): number {
  if (!existsSync(logFile)) return 0;
  const { size } = statSync(logFile);
  if (size < largestLogBytes) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

async function answers(options: StartServerOptions): Promise<boolean> {
  const client = new pg.Client({ host: options.socketFolder, user: options.user, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    // No socket yet, or still recovering. When it will never come the process ends, which the caller sees.
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function startError(options: StartServerOptions, logStart: number, spawnError?: Error): EmbeddedPostgresError {
  const lines = readFileSync(options.logFile).subarray(logStart).toString('utf8').trim().split('\n');
  if (isDiskFull(options.cluster) || lines.some((line) => /no space left/i.test(line)))
    return diskFullError(options.cluster);
  const cause = spawnError?.message ?? lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? '';
  const reason = cause.replace(/^.*?(?:FATAL|PANIC|ERROR):\s*/, '');
  return new EmbeddedPostgresError(
    `The database in ${options.cluster} did not start: ${reason} (more in ${options.logFile}).`,
  );
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  // An immediate stop loses nothing either; the next start then begins with a recovery.
  const impatient = setTimeout(() => child.kill('SIGQUIT'), fastStopMs);
  await ended;
  clearTimeout(impatient);
}
