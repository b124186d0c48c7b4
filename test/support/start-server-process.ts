import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** What the parent asks of the product in its own process (server-process.ts). */
export type Question =
  | { what: 'clock'; nowMs: number }
  | { what: 'sweep' }
  | { what: 'counts' }
  | { what: 'dieAfter'; calls: number }
  | { what: 'stop' };

/** Calls of the database made for what was asked, and by the queue's own work. */
export type CallCounts = { asked: number; others: number };

export type ServerProcess = {
  url: string;
  setClock: (nowMs: number) => Promise<void>;
  /** Does everything that is due, once. */
  sweep: () => Promise<void>;
  counts: () => Promise<CallCounts>;
  /** Lets it be killed (SIGKILL) before one of its next calls of the database: after so many more. */
  dieAfter: (calls: number) => Promise<void>;
  isAlive: () => boolean;
  /** Resolves when the process has ended, whatever ended it. */
  ended: Promise<unknown>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts the product on a migrated database in a process of its own. What is asked of one that was killed rejects. */
export async function startServerProcess(options: {
  databaseUrl: string;
  dataDir: string;
  nowMs: number;
}): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    env: {
      ...process.env,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: options.dataDir,
      START_MS: String(options.nowMs),
    },
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const [first] = await Promise.race([once(child, 'message'), ended]);
  if (typeof first !== 'object' || !first) throw new Error(`The server process ended with ${String(first)}.`);
  const ask = askOf(child);
  return {
    url: String((first as { url: string }).url),
    setClock: (nowMs) => ask<void>({ what: 'clock', nowMs }),
    sweep: () => ask<void>({ what: 'sweep' }),
    counts: () => ask<CallCounts>({ what: 'counts' }),
    dieAfter: (calls) => ask<void>({ what: 'dieAfter', calls }),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      await ask({ what: 'stop' });
      await ended;
    },
  };
}

function askOf(child: ChildProcess) {
  let questions = 0;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The server was killed.'));
    waiting.clear();
  });
  return <T>(question: Question): Promise<T> =>
    new Promise((resolve, reject) => {
      if (!child.connected) return reject(new Error('The server was killed.'));
      const id = ++questions;
      waiting.set(id, { resolve: (value) => resolve(value as T), reject });
      child.send({ ...question, id }, (error) => {
        if (error) reject(error);
      });
    });
}
