import { createTurns } from '#engine/create-turns.ts';
import { runInWorker, WorkTooLarge } from '#engine/run-in-worker.ts';
import type { BusyAnswer, BusyQuestion } from './parse-busy-times.ts';

/** How long a thread may work: a large calendar of a person takes less, one that takes longer was made to. */
const longestMs = 2000;
const heapMb = 192;

// One after the other: each may take a whole processor and its share of memory.
const inTurn = createTurns(1);

/** Reads a calendar in a thread that is ended when it takes too much time or memory: then it has `too_many_events`. */
export function readInWorker(question: BusyQuestion, withinMs = longestMs): Promise<BusyAnswer> {
  const module = new URL('./busy-times-worker.ts', import.meta.url);
  return inTurn(async () => {
    try {
      return await runInWorker<BusyAnswer>(module, question, { withinMs, heapMb });
    } catch (error) {
      if (error instanceof WorkTooLarge) return { ok: false, problem: 'too_many_events' };
      throw error;
    }
  });
}
