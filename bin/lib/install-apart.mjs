import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, inProject } from './project.mjs';

/**
 * Installs packages that few need into a folder of their own below `.cache`, unless these versions are there, so that nobody else waits for them;
 * answers the folder that has `node_modules`.
 */
export function installApart(name, wanted) {
  const home = inProject('.cache', name);
  const marks = wanted.map((text) => join(home, 'installed', text.replaceAll('/', ' ')));
  if (marks.every((mark) => existsSync(mark))) return home;
  mkdirSync(home, { recursive: true });
  const args = ['install', '--prefix', home, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted];
  const { status, error } = spawnSync('npm', args, { cwd: home, stdio: 'inherit' });
  if (error || status !== 0) throw new CommandError(`${wanted.join(' and ')} cannot be installed.`);
  for (const mark of marks) mkdirSync(mark, { recursive: true });
  return home;
}
