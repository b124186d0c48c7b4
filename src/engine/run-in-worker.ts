import { Worker } from 'node:worker_threads';

/** The work took more time or memory than it may. */
export class WorkTooLarge extends Error {
  override readonly name = 'WorkTooLarge';
}

export type WorkerLimits = {
  /** Of the processor's time. */
  withinMs: number;
  heapMb: number;
};

/** How much longer it may last on a machine that has much else to do. */
const patience = 5;
const lookEveryMs = 250;

/**
 * Runs a module in a thread of its own, so that everybody's calls go on meanwhile: it is given `question` as its `workerData` and posts one message,
 * the answer. Throws `WorkTooLarge` once it takes more than its limits; the thread is ended then.
 */
export function runInWorker<A>(module: URL, question: unknown, { withinMs, heapMb }: WorkerLimits): Promise<A> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
    const worker = new Worker(module, { workerData: question, resourceLimits });
    const beganMs = performance.now();
    const timer = setInterval(async () => {
      // A thread that has not begun, or is over, says nothing.
      const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
      const lastedMs = performance.now() - beganMs;
      if ((user + system) / 1000 < withinMs && lastedMs < withinMs * patience) return;
      reject(new WorkTooLarge('The work takes too long.'));
      await worker.terminate().catch(reject);
    }, lookEveryMs);
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isTooLarge ? new WorkTooLarge('The work takes too much memory.', { cause: error }) : error);
    });
    worker.once('exit', () => {
      clearInterval(timer);
      reject(new Error('A thread ended without an answer.'));
    });
  });
}
