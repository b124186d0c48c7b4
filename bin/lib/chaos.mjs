import { spawnSync } from 'node:child_process';
import { inProject, root, say } from './project.mjs';

/**
 * Lets two servers on one database work under a mixed load while random faults strike, for CHAOS_MINUTES (30), and audits what is left. The seed of the
 * faults is printed; SEED repeats their order. Returns the exit code.
 */
export function checkChaos(node) {
  const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  const minutes = process.env.CHAOS_MINUTES ?? '30';
  say(`chaos: SEED=${seed} CHAOS_MINUTES=${minutes}`);
  const env = { ...process.env, SEED: seed, CHAOS_MINUTES: minutes };
  const { status } = spawnSync(node, [inProject('test/chaos/run.ts')], { cwd: root, env, stdio: 'inherit' });
  return status ?? 1;
}
