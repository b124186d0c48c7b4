import { setTimeout } from 'node:timers/promises';

/** What has not ended by itself then, such as work on a database that says nothing, ends with the process. */
const allMs = 12_000;
/** Of that, what is kept for the last closer: the database of our own, which is told to stop whatever became of the rest. */
const lastMs = 3000;

type Wait = (ms: number) => Promise<unknown>;

/** Calls closers one after the other and comes back within 12 seconds, however many there are and whether they end or not. `wait` is for tests. */
export async function closeInTurn(
  closers: ReadonlyArray<() => Promise<void>>,
  onError: (error: unknown) => void,
  wait: Wait = (ms) => setTimeout(ms, undefined, { ref: false }),
): Promise<void> {
  const end = wait(allMs);
  const almost = wait(allMs - lastMs);
  for (const [index, closer] of closers.entries()) {
    await Promise.race([closer().catch(onError), index === closers.length - 1 ? end : almost]);
  }
}
