import { spawnSync } from 'node:child_process';
import { ensureTexts } from './ensure-texts.mjs';
import { findNode } from './find-node.mjs';
import { installPackages } from './install-packages.mjs';
import { inProject, runCommand } from './project.mjs';

/** `bin/kerbside`: moves data in and out of the configured server, writes its types, and makes administrators. */
export function run(args) {
  return runCommand(async () => {
    installPackages({ needsTools: false });
    const node = findNode();
    await ensureTexts();
    return spawnSync(node, [inProject('src', 'kerbside.ts'), ...args], { stdio: 'inherit' }).status ?? 1;
  });
}
