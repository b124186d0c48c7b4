import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

export type StallingProxy = {
  connection: pg.PoolConfig;
  /** From now on nothing is passed on, in connections that are open and in new ones, and nobody is told. */
  stall: () => void;
  /** From now on nobody is let in, and who was in is cut off. */
  cut: () => void;
  /** Passes on again what came and what comes. */
  resume: () => void;
  close: () => Promise<void>;
};

/** A way to a database that can be made to fall silent or to break. */
export async function startStallingProxy(connectionString: string): Promise<StallingProxy> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  let mode: 'open' | 'stalled' | 'cut' = 'open';
  const server = createServer((near) => {
    if (mode === 'cut') return near.destroy();
    const socketFolder = target.searchParams.get('host');
    const far = socketFolder
      ? connect(`${socketFolder}/.s.PGSQL.5432`)
      : connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (mode === 'stalled') from.pause();
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const url = new URL(connectionString);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${address.port}`;
  return {
    connection: { connectionString: url.href },
    stall() {
      mode = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    resume() {
      mode = 'open';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
