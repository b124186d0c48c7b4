import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ProviderNews } from './histories/moody-provider.ts';
import { root } from './list-files.ts';

/** Where the product starts in its own process, and when it is there. With a `paidFile` its provider is a moody one. */
export type ServerStart = { databaseUrl: string; dataDir: string; nowMs: number; paidFile?: string };

/** What the parent asks of the product in its own process (server-process.ts). */
export type Question =
  | { what: 'clock'; nowMs: number }
  | { what: 'sweep' }
  | { what: 'hear'; news: ProviderNews }
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
  /** Lets the product hear what its provider tells. */
  hear: (news: ProviderNews) => Promise<void>;
  counts: () => Promise<CallCounts>;
  /** Lets it be killed (SIGKILL) before one of its next calls of the database: after so many more. */
  dieAfter: (calls: number) => Promise<void>;
  isAlive: () => boolean;
  /** Resolves when the process has ended, whatever ended it. */
  ended: Promise<unknown>;
  kill: () => Promise<void>;
  stop: () => Promise<void>;
};

// What was compiled once is read the next time.
const compileCache = join(root, '.cache/compile');

/** The product, loaded in a process of its own, which waits until it is told where to start. */
export type LoadedServer = {
  start: (where: ServerStart) => Promise<ServerProcess>;
  kill: () => Promise<void>;
};

/** Loads the product in a process of its own: most of what a start takes, and done while another one runs still. */
export function loadServerProcess(): LoadedServer {
  const child = fork(join(import.meta.dirname, 'server-process.ts'), {
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const loaded = once(child, 'message');
  return {
    async start(where) {
      await Promise.race([loaded, ended]);
      return startLoaded(child, ended, where);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts the product on a migrated database in a process of its own. What is asked of one that was killed rejects. */
export function startServerProcess(where: ServerStart): Promise<ServerProcess> {
  return loadServerProcess().start(where);
}

async function startLoaded(child: ChildProcess, ended: Promise<unknown[]>, where: ServerStart): Promise<ServerProcess> {
  const answered = once(child, 'message');
  child.send(where);
  const [first] = await Promise.race([answered, ended]);
  if (typeof first !== 'object' || !first) throw new Error(`The server process ended with ${String(first)}.`);
  const ask = askOf(child);
  return {
    url: String((first as { url: string }).url),
    setClock: (nowMs) => ask<void>({ what: 'clock', nowMs }),
    sweep: () => ask<void>({ what: 'sweep' }),
    hear: (news) => ask<void>({ what: 'hear', news }),
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
