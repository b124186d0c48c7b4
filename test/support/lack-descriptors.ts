import { openSync } from 'node:fs';
import { openForeignWork } from './open-foreign-work.ts';

/* A process that has no file descriptors left as it wants foreign work to be done. Tells how that is refused; ends by itself only if nothing waits. */

const foreignWork = openForeignWork();
const module = new URL('./foreign-jobs.ts', import.meta.url);
try {
  for (;;) openSync('/dev/null', 'r');
} catch {
  const by = { name: 'somebody', network: 'somewhere' };
  const limits = { withinMs: 600_000, memoryMb: 600 };
  const refused = foreignWork.run(module, () => ({ kind: 'answer', answer: 1 }), { by, limits });
  await refused.catch((error: { status?: number; message?: string }) => console.log(error.status, error.message));
}
