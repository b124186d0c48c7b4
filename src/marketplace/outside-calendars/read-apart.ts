import { createTurns } from '#engine/create-turns.ts';
import type { Engine } from '#engine/engine.ts';
import { WorkKilled } from '#engine/foreign-work/foreign-work.ts';
import type { BusyAnswer, BusyQuestion } from './parse-busy-times.ts';

/** What a calendar may take: a large one of a person takes less, one that takes more was made to. */
export const calendarLimits = { withinMs: 3000, memoryMb: 320 };

// All calendars together are one caller, whose line would otherwise be long every quarter of an hour.
const by = { name: 'outside calendars', network: 'outside calendars' };
const inTurn = createTurns(1);

const module = new URL('./parse-busy-times.ts', import.meta.url);

/** Reads a calendar in a process that is ended when it takes too much time or memory: then it has `too_many_events`. */
export function readApart(
  { foreignWork }: Pick<Engine, 'foreignWork'>,
  question: BusyQuestion,
  withinMs = calendarLimits.withinMs,
): Promise<BusyAnswer> {
  return inTurn(async () => {
    try {
      return await foreignWork.run<BusyAnswer>(module, () => question, { by, limits: { ...calendarLimits, withinMs } });
    } catch (error) {
      if (error instanceof WorkKilled) return { ok: false, problem: 'too_many_events' };
      throw error;
    }
  });
}
