import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { inProject, root, say } from './project.mjs';

/**
 * Lets many people hold, pay, cancel and move lessons of one calendar at once and has porcupine, a Go program, look for an order in which it could have
 * happened one after the other. Without Go nothing is asked. Returns whether there was one.
 */
export function checkLinear(node, { seed, count }) {
  if (spawnSync('go', ['version']).status !== 0) {
    say('linear: left out, because Go is not installed here.');
    return true;
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
  const isSharp = spawnSync('go', ['test', '.'], checker).status === 0;
  const hasOrder = spawnSync('go', ['run', '.', history], checker).status === 0;
  return recorded.status === 0 && isSharp && hasOrder;
}
