import { createForeignWork } from '#engine/foreign-work/create-foreign-work.ts';

const refuse = () => new Error('Too much waits.');

/** Processes for foreign work without a server; close them in the end. */
export function openForeignWork(most: { ofCaller?: number; waiting?: number } = {}) {
  const { ofCaller = 1000, waiting = 1000 } = most;
  return createForeignWork({
    mostOfCaller: () => ofCaller,
    refuseCaller: refuse,
    mostWaiting: () => waiting,
    refuseAll: refuse,
  });
}
