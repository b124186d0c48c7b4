import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

export type MemoryUse = {
  /** Bytes that the process has for what it made, used or not. */
  bytes: () => number;
  /** The share of the time since the last look in which something was done, 0 to 1. */
  busyShare: () => number;
  /** Finds what is used no more and gives it back; nothing else is done meanwhile. */
  collect: () => void;
};

const lookMs = 5000;
/** As good as idle: a collection of a tenth of a second is felt by nobody. */
const idleShare = 0.1;
const worthBytes = 24 * 1024 * 1024;

/**
 * Looks whether memory that was taken is worth being given back now: a process with little to do collects nothing by itself, and keeps what its
 * busiest minute needed.
 */
export function createMemoryWatch({ bytes, busyShare, collect }: MemoryUse): { look: () => void } {
  let afterLast = bytes();
  return {
    look() {
      const isBusy = busyShare() > idleShare;
      // What was given back by itself is nothing to come again for.
      afterLast = Math.min(afterLast, bytes());
      if (isBusy || bytes() < afterLast + worthBytes) return;
      collect();
      afterLast = bytes();
    },
  };
}

/** Gives memory back whenever this process has had little to do for a while; until the answered function is called. */
export function giveMemoryBack(): () => void {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as (options: object) => void;
  v8.setFlagsFromString('--no-expose-gc');
  let before = performance.eventLoopUtilization();
  const { look } = createMemoryWatch({
    bytes() {
      const { heapTotal, external } = process.memoryUsage();
      return heapTotal + external;
    },
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  const timer = setInterval(look, lookMs).unref();
  return () => clearInterval(timer);
}
