import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { inProject, root, say } from './project.mjs';

/**
 * Lets many people hold, pay, cancel and move lessons of one calendar at once and has porcupine, a Go program, look for an order in which it could have
 * happened one after the other. Returns whether there was one, or undefined without Go: then nothing was run.
 */
export function checkLinear(node, { seed, count, go = 'go' }) {
  if (spawnSync(go, ['version']).status !== 0) {
    say('linear: not run, because Go is not installed here.');
    return undefined;
  }
  say(`linear: SEED=${seed} COUNT=${count}`);
  const history = inProject('.cache', 'linear-history.jsonl');
  mkdirSync(inProject('.cache'), { recursive: true });
  const recorded = spawnSync(node, [inProject('test', 'deep', 'linear', 'record-history.ts'), history], {
    cwd: root,
    env: { ...process.env, SEED: String(seed), COUNT: String(count) },
    stdio: 'inherit',
  });
  const checker = { cwd: inProject('test', 'deep', 'linear'), stdio: 'inherit' };
  // First that the model refuses what it should.
  const isSharp = spawnSync(go, ['test', '.'], checker).status === 0;
  const hasOrder = spawnSync(go, ['run', '.', history], checker).status === 0;
  return recorded.status === 0 && isSharp && hasOrder;
}
