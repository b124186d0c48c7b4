import { spawn } from 'node:child_process';
import { inProject, root, say } from './project.mjs';

const tool = (path) => inProject('node_modules', path);

/** What must hold before a change lands: the only list of it, for `bin/check`, `bin/test` and CI alike. */
export const gates = [
  {
    name: 'format and lint',
    args: [tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=30'],
  },
  { name: 'types and layers', args: [tool('typescript7/bin/tsc'), '-b'] },
  {
    name: 'dependencies between features',
    args: [tool('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', '.dependency-cruiser.cjs', 'src'],
  },
  { name: 'nothing unused', args: [tool('knip/bin/knip.js')] },
  { name: 'patterns in linear time', args: [inProject('bin/lib/check-patterns.mjs')] },
  { name: 'byte budgets', args: [inProject('bin/lib/byte-budgets.mjs')], needsClient: true },
  { name: 'size of the house', args: [inProject('bin/house')] },
  { name: 'house rules', args: [tool('vitest/vitest.mjs'), 'run', '--project', 'unit', 'test/house'], isTest: true },
];

/** Runs the gates one after the other, each to its end, and tells which failed and why. */
export async function runGates(node, chosen) {
  const counts = { passed: 0, failed: 0, failures: [] };
  for (const gate of chosen) {
    const startedMs = Date.now();
    const { status, output } = await runQuietly(node, gate.args);
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
    say(`${status === 0 ? 'ok  ' : 'FAIL'} ${gate.name} (${seconds} s)`);
    if (status === 0) counts.passed++;
    else {
      counts.failed++;
      counts.failures.push(`${gate.name}\n${output.trimEnd()}`);
      say(output.trimEnd());
    }
  }
  return counts;
}

function runQuietly(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
