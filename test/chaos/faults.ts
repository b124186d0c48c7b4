import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ChaosServer, World } from './servers.ts';

type Strike = (world: World, server: ChaosServer) => Promise<void>;
/** Something that goes wrong, and is over when `strike` comes back; `mend` is what somebody must do then, and counts as recovering. */
export type Fault = { name: string; strike: Strike; mend?: Strike };

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Every fault that can be made on this machine. */
export function faultsFor(world: World): Fault[] {
  const always: Fault[] = [
    {
      name: 'kill -9 of a server',
      async strike(_, server) {
        await server.kill();
        await wait(500);
      },
      mend: (_, server) => server.start(),
    },
    {
      name: 'SIGSTOP for 4 s',
      async strike(_, server) {
        server.process().kill('SIGSTOP');
        await wait(4000);
        server.process().kill('SIGCONT');
      },
    },
    {
      name: 'all database connections of a server cut',
      async strike(_, { wire }) {
        wire.cut();
      },
    },
    {
      name: 'database silent for 6 s',
      async strike(_, { wire }) {
        wire.set('stalled');
        await wait(6000);
        wire.set('open');
      },
    },
    {
      name: 'database refuses for 5 s',
      async strike(_, { wire }) {
        wire.set('refused');
        await wait(5000);
        wire.set('open');
      },
    },
    {
      name: 'every database backend ended',
      async strike({ db }) {
        await db.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
        );
      },
    },
  ];
  const disk: Fault = {
    name: 'disk of the files full for 5 s',
    async strike({ dataDir }) {
      const filler = join(dataDir, 'filler');
      fill(filler);
      await wait(5000);
      rmSync(filler);
    },
  };
  return world.hasOwnDisk ? [...always, disk] : always;
}

function fill(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const size of [1024 * 1024, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch {
        // Full, for blocks of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Milliseconds from `began` until a server is ready and reads again. */
export async function recoveryOf({ url }: ChaosServer, began: number): Promise<number> {
  const isWell = (path: string) =>
    fetch(url + path, { signal: AbortSignal.timeout(5000) }).then(
      async (answer) => {
        await answer.bytes();
        return answer.ok;
      },
      () => false,
    );
  const patienceMs = 90_000;
  while (!((await isWell('/api/health/ready')) && (await isWell('/api/collections/chaos_papers/records?perPage=1')))) {
    if (performance.now() - began > patienceMs) return Number.POSITIVE_INFINITY;
    await wait(50);
  }
  return performance.now() - began;
}
