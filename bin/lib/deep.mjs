import { spawnSync } from 'node:child_process';
import { checkAdvisories } from './deep-advisories.mjs';
import { checkLinear } from './deep-linear.mjs';
import { checkOpenApi } from './deep-openapi.mjs';
import { inProject, root, say } from './project.mjs';
import { sumUp } from './sum-up.mjs';

/**
 * What is asked more often than the suite can wait for: test files that read SEED and COUNT by test/support/runs.ts, which the suite runs, too, some
 * hundred times with a seed of its own; calls of the OpenAPI, made by another program; and what the registry knows of our packages.
 */
export const deepParts = [
  { name: 'non-interference', file: 'test/fuzz/non-interference.test.ts', count: 10_000 },
  // The whole table: more than there are cells.
  { name: 'rights', file: 'test/fuzz/write-table.test.ts', count: 1_000_000 },
  { name: 'staff walks', file: 'test/fuzz/staff-walks.test.ts', count: 2000 },
  { name: 'filters', file: 'test/fuzz/filters.test.ts', count: 100_000 },
  // A second or two each, and some more where servers are killed and started again.
  { name: 'histories', file: 'test/races/histories.test.ts', count: 300 },
  // Walks of 200 steps beside a Stripe that has a balance of its own, a minute or two each.
  { name: 'walks', file: 'test/races/outside-walks.test.ts', count: 50 },
  { name: 'bank walks', file: 'test/races/bank-walks.test.ts', count: 20 },
  { name: 'killed', file: 'test/races/killed-servers.test.ts', count: 100 },
  { name: 'learner times', file: 'test/races/learner-agreement.test.ts', count: 5000 },
  { name: 'requests', file: 'test/fuzz/requests.test.ts', count: 100_000 },
  { name: 'files', file: 'test/fuzz/files.test.ts', count: 25_000 },
  { name: 'outside-texts', file: 'test/fuzz/outside-texts.test.ts', count: 100_000 },
  // By another program; counted are the examples of a call, for each role.
  { name: 'openapi', run: checkOpenApi, count: 20 },
  { name: 'advisories', run: checkAdvisories },
  // The operations on one calendar.
  { name: 'linear', run: checkLinear, count: 100_000 },
];

/**
 * Runs the deep parts whose name contains `name`. SEED in the environment repeats a run that was printed, COUNT asks fewer or more. Returns the exit
 * code.
 */
export async function checkDeep(node, name = '') {
  const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  const outcomes = [];
  for (const part of deepParts.filter((known) => known.name.includes(name))) {
    const passed = part.run
      ? await part.run(node, { seed, count: process.env.COUNT ?? part.count })
      : passes(node, part, seed);
    outcomes.push([part.name, passed]);
  }
  const { text, code } = sumUp(outcomes, seed);
  say(text);
  return code;
}

function passes(node, { name, file, count }, seed) {
  const asked = process.env.COUNT ?? String(count);
  say(`${name}: SEED=${seed} COUNT=${asked}`);
  const vitest = inProject('node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, SEED: seed, COUNT: asked };
  const { status } = spawnSync(node, [vitest, 'run', '--project', 'unit', '--testTimeout', '86400000', file], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  return status === 0;
}
