import type { WorkCaller } from './foreign-work.ts';

/** After so long half of what was used is forgotten. */
const halfMs = 60_000;
/** Less than this is forgotten whole. */
const leastMs = 1;
/** How many names are kept at most before those with nothing left are looked for. */
const tidyAt = 1000;
/**
 * A signed-in account that used so many milliseconds lately waits in a line of its own, and no more of it is counted for its network: the neighbours, who may be
 * a whole school behind one address, have their turns as if it was not there.
 */
const apartMs = 3000;

/** In which line a caller waits, and what callers and lines used of the processor's time lately, in milliseconds. */
export type LineTimes = {
  lineOf: (by: WorkCaller) => string;
  usedByCaller: (name: string) => number;
  usedByLine: (line: string) => number;
  charge: (by: WorkCaller, ms: number) => void;
};

/** Nothing used yet. Half of what is used is forgotten each minute. */
export function createLineTimes(nowMs: () => number): LineTimes {
  const used = new Map<string, { ms: number; atMs: number }>();

  function usedMs(key: string): number {
    const noted = used.get(key);
    const left = noted ? noted.ms * 0.5 ** ((nowMs() - noted.atMs) / halfMs) : 0;
    return left < leastMs ? 0 : left;
  }

  function add(key: string, ms: number): void {
    if (used.size >= tidyAt) for (const known of [...used.keys()]) if (usedMs(known) === 0) used.delete(known);
    used.set(key, { ms: usedMs(key) + ms, atMs: nowMs() });
  }

  const callerKey = (name: string) => `caller ${name}`;
  const networkKey = (network: string) => `network ${network}`;
  return {
    lineOf({ name, network, isGuest = true }) {
      return isGuest || usedMs(callerKey(name)) < apartMs ? networkKey(network) : callerKey(name);
    },
    usedByCaller: (name) => usedMs(callerKey(name)),
    usedByLine: usedMs,
    charge({ name, network, isGuest = true }, ms) {
      const room = isGuest ? ms : Math.max(0, apartMs - usedMs(callerKey(name)));
      add(callerKey(name), ms);
      add(networkKey(network), Math.min(ms, room));
    },
  };
}
