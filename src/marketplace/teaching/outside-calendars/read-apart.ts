import { createTurns } from '#engine/create-turns.ts';
import type { Engine } from '#engine/engine.ts';
import { type WorkCaller, WorkKilled } from '#engine/foreign-work/foreign-work.ts';
import type { BusyAnswer, BusyQuestion } from './parse-busy-times.ts';

/** What a calendar may take: a large one of a person takes less, one that takes more was made to. */
export const calendarLimits = { withinMs: 3000, memoryMb: 320 };

// All calendars that are fetched are one caller, whose line would otherwise be long every quarter of an hour.
const fetched: WorkCaller = { name: 'outside calendars', network: 'outside calendars' };
const inTurn = createTurns(1);

const module = new URL('./parse-busy-times.ts', import.meta.url);

type Reading = { withinMs?: number; sender?: WorkCaller };

/**
 * Reads a calendar in a process that is ended when it takes too much time or memory: then it has `too_many_events`. One that was sent is its sender's work and
 * takes turns with what others have done: behind files that were made to be slow, nobody else's calendar would be read for minutes.
 */
export function readApart(
  { foreignWork }: Pick<Engine, 'foreignWork'>,
  question: BusyQuestion,
  { withinMs = calendarLimits.withinMs, sender }: Reading = {},
): Promise<BusyAnswer> {
  const read = async (): Promise<BusyAnswer> => {
    try {
      const options = { by: sender ?? fetched, limits: { ...calendarLimits, withinMs } };
      return await foreignWork.run<BusyAnswer>(module, () => question, options);
    } catch (error) {
      if (error instanceof WorkKilled) return { ok: false, problem: 'too_many_events' };
      throw error;
    }
  };
  return sender ? read() : inTurn(read);
}
