import { spawnSync } from 'node:child_process';
import { root, say } from './project.mjs';

const kinds = ['info', 'low', 'moderate', 'high', 'critical'];

/**
 * Asks the registry for known weaknesses of the packages that the running product is made of (`npm audit --omit=dev`). Returns whether none of them is
 * moderate or worse, or undefined where the registry doesn't answer: then nothing is known, which is said and counts as neither.
 */
export async function checkAdvisories() {
  const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return judgeAudit(error ? '' : stdout);
}

/** The same of what `npm audit --json` printed. */
export function judgeAudit(printed) {
  const report = readReport(printed);
  const counts = report.metadata?.vulnerabilities;
  if (!counts) {
    const why = report.message ?? report.error?.summary ?? 'npm said nothing that can be read';
    say(`advisories: not asked. The registry gave no list: ${why}. Run npm audit --omit=dev where it answers.`);
    return undefined;
  }
  say(`advisories: ${kinds.map((kind) => `${counts[kind] ?? 0} ${kind}`).join(', ')}.`);
  for (const { name, severity, range } of Object.values(report.vulnerabilities ?? {}))
    say(`  ${name} ${range}: ${severity}`);
  return ['moderate', 'high', 'critical'].every((kind) => !counts[kind]);
}

function readReport(printed) {
  try {
    return JSON.parse(printed);
  } catch {
    return {};
  }
}
