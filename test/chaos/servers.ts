import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#engine/database/database.ts';
import { startEmbeddedPostgres } from '#engine/database/embedded-postgres.ts';
import { createLogger } from '#engine/log.ts';

/** What stands between a server and its database: it can cut, stall and refuse. */
export type Wire = {
  port: number;
  mode: 'open' | 'stalled' | 'refused';
  cut: () => void;
  set: (mode: Wire['mode']) => void;
};

/** One of the servers; `isMeantToBeGone` while a fault has killed it. */
export type ChaosServer = {
  name: string;
  url: string;
  wire: Wire;
  process: () => ChildProcess;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Times that it ended although nobody killed it. */
  deaths: () => number;
};

export type World = {
  servers: [ChaosServer, ChaosServer];
  db: ReturnType<typeof openDatabase>;
  dataDir: string;
  /** False where this account may not mount a small disk. */
  hasOwnDisk: boolean;
  stop: () => Promise<void>;
};

/** Two servers that share a database and a data folder, which lies on a small disk of its own where that can be had. */
export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-chaos-'));
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m', 'tmpfs', dataDir]);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: createLogger('error') });
  const { host = '', user, database } = postgres.connection;
  const db = openDatabase({ connection: postgres.connection, maxConnections: 3 });
  const wires = [await openWire(join(host, '.s.PGSQL.5432')), await openWire(join(host, '.s.PGSQL.5432'))] as const;
  const urlOf = ({ port }: Wire) => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  const servers: World['servers'] = [
    await createChaosServer('A', wires[0], { databaseUrl: urlOf(wires[0]), dataDir, folder }),
    await createChaosServer('B', wires[1], { databaseUrl: urlOf(wires[1]), dataDir, folder }),
  ];
  await servers[0].start();
  await servers[1].start();
  return {
    servers,
    db,
    dataDir,
    hasOwnDisk: mounted.status === 0,
    async stop() {
      for (const server of servers) await server.kill();
      for (const wire of wires) wire.close();
      await db.close();
      await postgres.stop();
      if (mounted.status === 0) spawnSync('umount', ['-l', dataDir]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openWire(socketPath: string): Promise<Wire & { close: () => void }> {
  const pairs = new Set<[Socket, Socket]>();
  const server: Server = createServer((near) => {
    if (wire.mode === 'refused') return near.destroy();
    const far = connect(socketPath);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('data', (chunk) => other.write(chunk));
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
      if (wire.mode === 'stalled') one.pause();
    }
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const wire = {
    port: typeof address === 'object' && address ? address.port : 0,
    mode: 'open' as Wire['mode'],
    cut() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
    },
    set(mode: Wire['mode']) {
      wire.mode = mode;
      for (const pair of pairs) for (const socket of pair) mode === 'stalled' ? socket.pause() : socket.resume();
      if (mode === 'refused') wire.cut();
    },
    close: () => void server.close(),
  };
  return wire;
}

type Place = { databaseUrl: string; dataDir: string; folder: string };

async function createChaosServer(
  name: string,
  wire: Wire,
  { databaseUrl, dataDir, folder }: Place,
): Promise<ChaosServer> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, `${name}.log`);
  let child: ChildProcess;
  let isMeant = false;
  let deaths = 0;
  return {
    name,
    url,
    wire,
    process: () => child,
    deaths: () => deaths,
    async start() {
      isMeant = false;
      child = spawn(process.execPath, ['src/main.ts'], {
        env: {
          ...process.env,
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SETTINGS_KEY: 'k'.repeat(32),
          DEMO: '1',
        },
        stdio: ['ignore', 'ignore', openSync(log, 'a')],
      });
      child.once('exit', (code, signal) => {
        if (isMeant) return;
        deaths++;
        console.error(`${name} ended by itself (${code ?? signal}):\n${readFileSync(log, 'utf8').slice(-3000)}`);
      });
      for (;;) {
        if (child.exitCode !== null) throw new Error(`${name} did not start.`);
        if (
          await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
            (answer) => answer.ok,
            () => false,
          )
        )
          return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async kill() {
      isMeant = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
