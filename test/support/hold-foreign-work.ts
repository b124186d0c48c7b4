import { openForeignWork } from './open-foreign-work.ts';

/* A process with foreign work under way that has no end: one piece of JavaScript, one that waits. Tells the numbers of the processes that do it. */

const foreignWork = openForeignWork();
const module = new URL('./foreign-jobs.ts', import.meta.url);
const limits = { withinMs: 600_000, memoryMb: 600 };
for (const kind of ['spin', 'wait']) {
  const by = { name: kind, network: kind };
  foreignWork.run(module, () => ({ kind }), { by, limits }).catch(() => {});
}
setTimeout(() => console.log(JSON.stringify(foreignWork.pids())), 500);
