import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { findProcess, findServersIn } from '#engine/database/embedded/process-facts.ts';
import { findSystemTools } from '#engine/database/embedded/system-tools.ts';
import {
  cleanUp,
  clusterOf,
  isRoot,
  keep,
  killNow,
  type Launched,
  launch,
  makeDataFolder,
  makeFolder,
  readKept,
  readyConnection,
  serverPid,
  serverPidIfAny,
  shutDown,
  until,
  withClient,
} from '../support/launcher.ts';

afterEach(cleanUp);

const hasSetpriv = findSystemTools().setpriv !== undefined;
if (!hasSetpriv) console.warn('Skipped: the database that ends with its parent, because this machine has no setpriv.');

const withoutTracing = ['setpriv', '--bounding-set', '-sys_ptrace', '--inh-caps', '-sys_ptrace', '--'];
const canGiveUpTracing = isRoot && spawnSync('setpriv', [...withoutTracing.slice(1), '/bin/true']).status === 0;
if (!canGiveUpTracing)
  console.warn('Skipped: root without the right to trace, because this account can not give it up.');

async function killParent(running: Launched): Promise<void> {
  running.process.kill('SIGKILL');
  await running.ended;
}

/** A data folder with one row in it, from a run that was ended well. */
async function makeData(): Promise<{ dataDir: string; socketFolder: string }> {
  const dataDir = await makeDataFolder();
  const running = launch({ dataDir });
  const connection = await readyConnection(running);
  await keep(connection, 1);
  await shutDown(running);
  return { dataDir, socketFolder: connection.host ?? '' };
}

describe('when the server is killed', () => {
  test.skipIf(!hasSetpriv)('its database ends by itself and the next start has every row', async () => {
    const dataDir = await makeDataFolder();
    const first = launch({ dataDir });
    await keep(await readyConnection(first), 1);
    await killParent(first);
    await until(() => findServersIn(clusterOf(dataDir)).length === 0);
    expect(await readKept(await readyConnection(launch({ dataDir })))).toEqual([1]);
  });

  test('a database that lives on is ended and replaced by the next start, with every row', async () => {
    const dataDir = await makeDataFolder();
    const first = launch({ dataDir, tools: {} });
    const connection = await readyConnection(first);
    const orphan = serverPid(dataDir);
    await killParent(first);
    await keep(connection, 1);
    expect(findServersIn(clusterOf(dataDir))).toContain(orphan);
    expect(await readKept(await readyConnection(launch({ dataDir, tools: {} })))).toEqual([1]);
    expect(serverPid(dataDir)).not.toBe(orphan);
  });

  test.skipIf(!canGiveUpTracing)(
    'that holds too where root may not look into the processes of others, as in a container',
    async () => {
      const dataDir = await makeDataFolder();
      const first = launch({ dataDir, tools: {} });
      await keep(await readyConnection(first), 1);
      const orphan = serverPid(dataDir);
      await killParent(first);
      expect(await readKept(await readyConnection(launch({ dataDir, tools: {}, prefix: withoutTracing })))).toEqual([
        1,
      ]);
      expect(serverPid(dataDir)).not.toBe(orphan);
    },
  );

  test('together with its database, the next start recovers every row', async () => {
    const dataDir = await makeDataFolder();
    const first = launch({ dataDir });
    const connection = await readyConnection(first);
    await keep(connection, 1);
    const pid = serverPid(dataDir);
    first.process.kill('SIGKILL');
    killNow(pid);
    await first.ended;
    expect(await readKept(await readyConnection(launch({ dataDir })))).toEqual([1]);
  });

  test('a child of the database that hangs on without it is ended first', async () => {
    const dataDir = await makeDataFolder();
    const first = launch({ dataDir, tools: {} });
    const connection = await readyConnection(first);
    await keep(connection, 1);
    const client = new pg.Client(connection);
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const child = rows[0]?.pid ?? 0;
    // Stopped, it can't notice that its server is gone, and still holds the shared memory.
    process.kill(child, 'SIGSTOP');
    const pid = serverPid(dataDir);
    await killParent(first);
    killNow(pid);
    await until(() => findServersIn(clusterOf(dataDir)).join() === String(child));
    expect(await readKept(await readyConnection(launch({ dataDir, tools: {} })))).toEqual([1]);
    expect(findProcess(child)?.isZombie ?? true).toBe(true);
    await client.end().catch(() => {});
  });
});

describe('when the database is killed', () => {
  test('it is started again under the running server, on the same socket, with every confirmed row', async () => {
    const dataDir = await makeDataFolder();
    const connection = await readyConnection(launch({ dataDir }));
    const confirmed: number[] = [];
    await withClient(connection, (client) => client.query('create table kept (number integer)'));
    for (let round = 0; round < 3; round++) {
      const before = serverPid(dataDir);
      const writer = writeUntilCut(connection, round * 1000, confirmed);
      await until(() => confirmed.length > round * 50 + 20);
      killNow(before);
      await writer;
      await until(() => ![undefined, before].includes(serverPidIfAny(dataDir)));
      await untilAnswers(connection);
    }
    const kept = new Set(await readKept(connection));
    expect(confirmed.filter((number) => !kept.has(number))).toEqual([]);
    expect(confirmed.length).toBeGreaterThan(60);
  });
});

/** Inserts numbers until the connection breaks; a number is confirmed when its insert was answered. */
async function writeUntilCut(connection: pg.ClientConfig, first: number, confirmed: number[]): Promise<void> {
  await withClient(connection, async (client) => {
    for (let number = first; ; number++) {
      await client.query('insert into kept values ($1)', [number]);
      confirmed.push(number);
    }
  }).catch(() => {});
}

async function untilAnswers(connection: pg.ClientConfig): Promise<void> {
  for (;;) {
    const answer = await withClient(connection, (client) => client.query('select 1')).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a lock file of a run long ago', () => {
  function writeLocks(data: { dataDir: string; socketFolder: string }, pid: number): void {
    const lock = `${pid}\n${clusterOf(data.dataDir)}\n1700000000\n5432\n${data.socketFolder}\n\n  12345 67890\nready   \n`;
    writeFileSync(join(clusterOf(data.dataDir), 'postmaster.pid'), lock);
  }

  test('does not hinder a start when its process is gone', async () => {
    const data = await makeData();
    const { pid } = spawnSync('/bin/true');
    writeLocks(data, pid);
    expect(await readKept(await readyConnection(launch(data)))).toEqual([1]);
  });

  test('does not hinder a start when its number now belongs to another program', async () => {
    const data = await makeData();
    writeLocks(data, process.pid);
    expect(await readKept(await readyConnection(launch(data)))).toEqual([1]);
  });

  test('does not hinder a start when its process is a zombie', async () => {
    const data = await makeData();
    // The shell starts a child and becomes a program that never asks for the child's exit code. The child waits for that: a shell would ask.
    const child = 'while [ "$(cat /proc/$PPID/comm)" != sleep ]; do :; done';
    const parent = spawn('/bin/sh', ['-c', '/bin/sh -c "$0" & echo $!; exec sleep 60', child], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const zombie = await new Promise<number>((resolve) => parent.stdout.once('data', (text) => resolve(Number(text))));
    await until(() => findProcess(zombie)?.isZombie === true);
    writeLocks(data, zombie);
    const connection = await readyConnection(launch(data));
    expect(await readKept(connection)).toEqual([1]);
    parent.kill('SIGKILL');
  });

  test('does not hinder a start when a power cut left it empty', async () => {
    const data = await makeData();
    writeFileSync(join(clusterOf(data.dataDir), 'postmaster.pid'), '');
    expect(await readKept(await readyConnection(launch(data)))).toEqual([1]);
  });
});

describe('a start that is cut off', () => {
  // From before the first file to after the database answers, on slow machines and fast ones.
  const delaysMs = [0, 60, 120, 180, 250, 350, 500, 700, 1000, 1300];

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'by %s at any moment is begun again by the next and leaves nothing half-made',
    async (signal) => {
      const dataDir = makeFolder();
      for (const delayMs of delaysMs) {
        const running = launch({ dataDir });
        await Promise.race([new Promise((resolve) => setTimeout(resolve, delayMs)), running.ended]);
        running.process.kill(signal);
        await running.ended;
      }
      const last = launch({ dataDir });
      await keep(await readyConnection(last), 1);
      expect(readdirSync(dataDir).filter((name) => name.includes('making'))).toEqual([]);
      await shutDown(last);
      expect(readdirSync(dataDir).sort()).toEqual(['postgres-18', 'postgres.log']);
      expect(readFileSync(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8').trim()).toBe('18');
    },
  );
});
