import { Worker } from 'node:worker_threads';
import type { WorkLimits } from './foreign-work.ts';

/** What the server asks of a process, one thing at a time. */
export type Job = { module: string; question: unknown; limits: WorkLimits };
/** What comes back, with the processor's time that it took and the memory that the process has then. */
export type Done = ({ ok: true; answer: unknown } | { ok: false; error: Error }) & { usedMs: number; memoryMb: number };

const small = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
const watch = new Worker(new URL('./watch-self.ts', import.meta.url), {
  // The server's pid, as the server says it: if the server died already, our parent is another process.
  workerData: Number(process.argv[2]),
  resourceLimits: small,
});

// No work without the watch.
watch.once('error', () => process.exit(1));

async function carryOut({ module, question }: Job): Promise<unknown> {
  const { work }: { work: (question: unknown) => unknown } = await import(module);
  return work(question);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

process.on('message', async (job: Job) => {
  watch.postMessage(job.limits);
  const before = process.cpuUsage();
  const outcome = await carryOut(job).then(
    (answer) => ({ ok: true, answer }) as const,
    (error: unknown) => ({ ok: false, error: asError(error) }) as const,
  );
  watch.postMessage(undefined);
  const { user, system } = process.cpuUsage(before);
  const done: Done = { ...outcome, usedMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 1024 / 1024 };
  process.send?.(done);
});

// The server decides when this process ends. Signals that a terminal sends to the whole group are for the server.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
