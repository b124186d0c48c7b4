import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../http/api-error.ts';
import { type Charge, createFairTurns, type FairTurnsOptions } from './create-fair-turns.ts';
import type { Done, Job } from './foreign-process.ts';
import { type ForeignWork, WorkKilled, type WorkLimits, type WorkOptions } from './foreign-work.ts';

/** Work may last this many times its limit of processor time, on a machine that is busy with other things. */
const patience = 30;
/** An idle process ends after this time. */
const idleMs = 10_000;
/** A process with more memory than this after its work ends, and the next work gets a fresh one. */
const keptMemoryMb = 192;
/** As `nice` counts: the server and its database come first where processors are short. */
const niceness = 5;

const program = fileURLToPath(new URL('./foreign-process.ts', import.meta.url));
const flags = ['--max-old-space-size=256', '--max-semi-space-size=8'];

/** The whole environment of such a process. It has none of our secrets. */
const environment = {
  // A picture is decoded by one thread, and so costs what it costs.
  UV_THREADPOOL_SIZE: '1',
  VIPS_CONCURRENCY: '1',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

export type RunningForeignWork = ForeignWork & {
  /** The processes that there are, working or waiting for work. */
  pids: () => number[];
  /** How much waits for its turn. */
  waiting: () => number;
  /** Refuses what waits and what comes from now on; what is being done goes on. */
  stop: () => void;
  /** Ends them all, and what they are doing. */
  close: () => Promise<void>;
};

/** Processes for the work of strangers' bytes, begun when there is some: at most two at once, each ended when its work takes more than its limits. */
export function createForeignWork(limits: Omit<FairTurnsOptions, 'places'>): RunningForeignWork {
  const turns = createFairTurns({ ...limits, places: 2 });
  const all = new Set<ChildProcess>();
  const idle: ChildProcess[] = [];
  const timers = new Map<ChildProcess, NodeJS.Timeout>();
  let isClosed = false;

  function begin(): ChildProcess {
    const cache = getCompileCacheDir();
    const child = fork(program, [String(process.pid)], {
      serialization: 'advanced',
      execArgv: flags,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...environment, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    });
    const forget = () => {
      all.delete(child);
      leaveIdle(child);
    };
    // A process that could not start has no pid and never exits: the machine has no room for it now.
    if (child.pid === undefined) {
      child.once('error', () => undefined);
      throw ending();
    }
    child.once('exit', forget);
    all.add(child);
    setPriority(child.pid, niceness);
    return child;
  }

  function leaveIdle(child: ChildProcess): void {
    clearTimeout(timers.get(child));
    timers.delete(child);
    if (idle.includes(child)) idle.splice(idle.indexOf(child), 1);
  }

  function take(): ChildProcess {
    const child = idle.at(-1) ?? begin();
    leaveIdle(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  function putBack(child: ChildProcess, memoryMb: number): void {
    if (memoryMb > keptMemoryMb || isClosed) return void child.kill('SIGKILL');
    // An idle process must not keep the server from exiting.
    child.unref();
    child.channel?.unref();
    idle.push(child);
    const end = () => {
      leaveIdle(child);
      child.kill('SIGKILL');
    };
    timers.set(child, setTimeout(end, idleMs).unref());
  }

  async function runInProcess(
    prepare: () => Promise<Job>,
    { signal, charge }: { signal: AbortSignal | undefined; charge: Charge },
  ): Promise<unknown> {
    const job = await prepare();
    signal?.throwIfAborted();
    const child = take();
    const done = await askProcess(child, job, signal).catch((error: unknown) => {
      // Its real time is unknown. Charged nothing, a caller who leaves each time would work for free.
      charge(job.limits.withinMs);
      throw error;
    });
    charge(done.usedMs);
    putBack(child, done.memoryMb);
    if (!done.ok) throw done.error;
    return done.answer;
  }

  function stop(): void {
    isClosed = true;
    turns.refuseWaiting(ending());
  }

  return {
    async run<A>(module: URL, ask: () => unknown, { by, limits, signal }: WorkOptions) {
      if (isClosed) throw ending();
      const prepare = async () => ({ module: module.href, question: await ask(), limits });
      // The module knows what it answers.
      return turns.run(by, (charge) => runInProcess(prepare, { signal, charge }), signal) as Promise<A>;
    },
    pids: () => [...all].flatMap(({ pid }) => pid ?? []),
    waiting: turns.waiting,
    stop,
    async close() {
      stop();
      await Promise.all([...all].map(endProcess));
    },
  };
}

function ending(): ApiError {
  return new ApiError(503, 'The server cannot make pictures and PDFs at the moment.', {}, { retryAfterMs: 5000 });
}

function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Gives a process its job and waits for the answer, or its end. */
function askProcess(child: ChildProcess, job: Job, signal: AbortSignal | undefined): Promise<Done> {
  return new Promise((resolve, reject) => {
    const end = (reason: unknown) => {
      reject(reason);
      child.kill('SIGKILL');
    };
    const leave = () => end(signal?.reason);
    const timer = setTimeout(() => end(new WorkKilled('The work lasts too long.')), lastsMs(job.limits));
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      child.off('message', answer);
      child.off('exit', ended);
      child.off('error', failed);
    };
    const answer = (done: Done) => {
      stop();
      resolve(done);
    };
    const ended = (code: number | null, by: NodeJS.Signals | null) => {
      stop();
      reject(new WorkKilled(`The process of the work ended by ${by ?? `code ${code}`}.`));
    };
    const failed = (error: Error) => {
      stop();
      end(error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    child.on('message', answer);
    child.on('exit', ended);
    child.on('error', failed);
    child.send(job, (error) => {
      // For a process that just ended, its own exit event says so.
      if (error && child.connected) failed(error);
    });
  });
}

function lastsMs({ withinMs }: WorkLimits): number {
  return withinMs * patience;
}
