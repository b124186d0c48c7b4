import { spawnSync } from 'node:child_process';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, runCommand } from './project.mjs';

/** `bin/superuser EMAIL`: lets a superuser of the configured server in again. */
export function run(args) {
  return runCommand(async () => {
    installPackages({ needsTools: false });
    const node = findNode();
    await ensureTexts();
    return spawnSync(node, [inProject('src', 'superuser.ts'), ...args], { stdio: 'inherit' }).status ?? 1;
  });
}
